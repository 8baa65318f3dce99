import { StripeError } from './errors.ts';

/** Throws Stripe's 404 for an unknown path. */
export function throwUnknownUrl(methodAndPath: string): never {
  const message = `Unrecognized request URL (${methodAndPath}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  throw new StripeError(404, { type: 'invalid_request_error', message }, false);
}
