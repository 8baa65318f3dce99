/** The inside of Stripe's error envelope `{error: ...}` (docs.stripe.com/api/errors). */
export interface ErrorBody {
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

/** A refusal as it goes over the wire. `stored` says whether an idempotency key remembers it. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly stored: boolean;

  constructor(status: number, body: ErrorBody, stored = true) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: docUrl(body.code) } : body;
    this.stored = stored;
  }
}

function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

type Details = Omit<ErrorBody, 'type' | 'doc_url'>;

/** Bad parameters: 400. Stripe does not remember these under an idempotency key, since nothing was begun. */
export function invalidRequest(details: Details): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', ...details }, false);
}

/** The object is not in a state for that: 400, remembered. */
export function invalidState(details: Details): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', ...details });
}

const READABLE: Record<string, string> = { payment_method: 'PaymentMethod' };

/** 404, with Stripe's hint where the object exists in the other mode. */
export function resourceMissing(
  kind: string,
  id: string,
  param: string,
  otherMode?: 'test' | 'live',
): StripeError {
  const ours = otherMode === 'test' ? 'live' : 'test';
  const hint = otherMode
    ? `; a similar object exists in ${otherMode} mode, but a ${ours} mode key was used to make this request.`
    : '';
  const message = `No such ${READABLE[kind] ?? kind}: '${id}'${hint}`;
  return new StripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

/** 402: the card or its bank said no. */
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
