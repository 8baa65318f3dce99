import Stripe from 'stripe';

/**
 * The error for the log. A response of the provider may repeat what was sent to it and describes card and cardholder, so only
 * its codes and the parameter's name are kept; the provider finds the rest by the request id. (MONEY-32)
 */
export function withoutProviderText(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined) return error;
  const known = { code: error.code, parameter: error.param, request: error.requestId };
  const details = Object.entries(known).flatMap(([name, value]) => (value ? [`${name} ${value}`] : []));
  return new Error(`${error.type} (${[`status ${error.statusCode}`, ...details].join(', ')})`);
}

/** The same call, which rejects with errors that can be logged. */
export const withoutProviderTexts =
  <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
  (...args: Args): Promise<Result> =>
    call(...args).catch((error: unknown) => {
      throw withoutProviderText(error);
    });
