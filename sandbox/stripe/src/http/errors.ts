/** The content of Stripe's error response `{error: ...}` (docs.stripe.com/api/errors). */
interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  doc_url?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
}

/** An error response. `isStored` is whether it is stored under the idempotency key. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly isStored: boolean;

  constructor(status: number, body: ErrorBody, isStored = true) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: getDocUrl(body.code) } : body;
    this.isStored = isStored;
  }
}

function getDocUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

type Details = Omit<ErrorBody, 'type' | 'doc_url'>;

/** 400 for invalid parameters; not stored under the idempotency key, because the call was not executed. */
export function invalidRequest(details: Details): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', ...details }, false);
}

/** 400 for an object in the wrong state; stored under the idempotency key. */
export function invalidState(details: Details): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', ...details });
}

const OBJECT_NAMES: Record<string, string> = {
  confirmation_token: 'ConfirmationToken',
  payment_method: 'PaymentMethod',
};

/** 404, with Stripe's hint if the object exists in the other mode. */
export function resourceMissing(
  kind: string,
  id: string,
  param: string,
  otherMode?: 'test' | 'live',
): StripeError {
  const ownMode = otherMode === 'test' ? 'live' : 'test';
  const hint = otherMode
    ? `; a similar object exists in ${otherMode} mode, but a ${ownMode} mode key was used to make this request.`
    : '';
  const message = `No such ${OBJECT_NAMES[kind] ?? kind}: '${id}'${hint}`;
  return new StripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

/** 402 for a card that is invalid or declined. */
export function cardError(details: Details): StripeError {
  return new StripeError(402, { type: 'card_error', ...details });
}

export function unauthorised(message: string): StripeError {
  return new StripeError(401, { type: 'invalid_request_error', message }, false);
}

export function rateLimited(): StripeError {
  const message =
    'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.';
  return new StripeError(429, { type: 'invalid_request_error', code: 'rate_limit', message }, false);
}

export function serverError(): StripeError {
  const message =
    'Sorry! There was an error while talking to one of our backends. Support has been notified.';
  return new StripeError(500, { type: 'api_error', message });
}

/** 403 for a publishable key where Stripe asks for the secret one. */
export function secretKeyRequired(): StripeError {
  const message =
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.';
  return new StripeError(403, { type: 'invalid_request_error', code: 'secret_key_required', message }, false);
}

/** 404 for an unknown path. */
export function unknownUrl(methodAndPath: string): StripeError {
  const message = `Unrecognized request URL (${methodAndPath}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  return new StripeError(404, { type: 'invalid_request_error', message }, false);
}
