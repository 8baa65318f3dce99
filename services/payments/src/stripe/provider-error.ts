import Stripe from 'stripe';

/** What a code or the name of a parameter looks like: no digits, so that it cannot be what the provider was sent. */
const name = /^[a-z_.[\]]{1,80}$/i;

/**
 * The error for the log. A response of the provider may repeat what was sent to it and describes card and cardholder, so only
 * its codes and the parameter's name are kept; the provider finds the rest by the request id. (MONEY-32)
 */
export function withoutProviderText(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined) return error;
  const { type, statusCode, code, param, requestId } = error;
  const named = Object.entries({ code, parameter: param }).flatMap(([label, value]) =>
    value && name.test(value) ? [`${label} ${value}`] : [],
  );
  const details = [`status ${statusCode}`, ...named, `request ${requestId ?? 'unknown'}`];
  return new Error(`${type} (${details.join(', ')})`);
}

/** Wraps a call so that it rejects with errors that can be logged. */
export const withoutProviderTexts =
  <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
  (...args: Args): Promise<Result> =>
    call(...args).catch((error: unknown) => {
      throw withoutProviderText(error);
    });
