/** The error types of Duffel's API. */
type ErrorType =
  | 'authentication_error'
  | 'airline_error'
  | 'invalid_state_error'
  | 'rate_limit_error'
  | 'validation_error'
  | 'invalid_request_error'
  | 'api_error';

interface ErrorBody {
  type: ErrorType;
  code: string;
  title: string;
  message: string;
  documentation_url: string;
  /** The invalid field; for an error of an airline its name. */
  source?: { field: string; pointer: string } | string;
}

/** Thrown by handlers; the server's error handler sends it in Duffel's error format. */
export class DuffelApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: Omit<ErrorBody, 'documentation_url'>) {
    super(`${body.code}: ${body.message}`);
    this.status = status;
    this.body = { ...body, documentation_url: 'https://duffel.com/docs/api/overview/response-handling' };
  }
}

export const notFound = (what = 'resource'): DuffelApiError =>
  new DuffelApiError(404, {
    type: 'invalid_request_error',
    code: 'not_found',
    title: 'Not found',
    message: `The ${what} you are trying to access does not exist.`,
  });

/** Refuses a call that Duffel offers to some accounts only. */
export const unavailableFeature = (): DuffelApiError =>
  new DuffelApiError(403, {
    type: 'invalid_request_error',
    code: 'unavailable_feature',
    title: 'Feature not available',
    message: 'Your organisation has no access to this feature.',
  });

/** Error for an invalid field; `pointer` is a JSON pointer such as '/passengers/0/born_on'. */
export function invalidField(
  pointer: string,
  code: string,
  message: string,
  title = 'Validation error',
): DuffelApiError {
  const field = pointer.split('/').filter(Boolean).at(-1) ?? '';
  return new DuffelApiError(422, {
    type: 'validation_error',
    code,
    title,
    message,
    source: { field, pointer },
  });
}

export const requiredField = (pointer: string): DuffelApiError =>
  invalidField(
    pointer,
    'validation_required',
    `Field '${pointer.split('/').at(-1) ?? ''}' can't be blank`,
    'Required field',
  );

export const invalidState = (code: string, title: string, message: string): DuffelApiError =>
  new DuffelApiError(422, { type: 'invalid_state_error', code, title, message });

/** The airline's system failed in an unknown way. */
export const airlineUnknown = (airline: string): DuffelApiError =>
  new DuffelApiError(502, {
    type: 'airline_error',
    code: 'airline_unknown',
    title: 'Unexpected Airline Error',
    message: 'The airline responded with an unexpected error. Please contact us.',
    source: airline,
  });

export const internalServerError = (): DuffelApiError =>
  new DuffelApiError(500, {
    type: 'api_error',
    code: 'internal_server_error',
    title: 'Internal server error',
    message:
      "Something went wrong. The order may still have been created on the airline's side. Please contact our support team and attach the `request_id` to your message.",
  });

export const airlineError = (status: number, code: string, title: string, message: string): DuffelApiError =>
  new DuffelApiError(status, { type: 'airline_error', code, title, message });

export const badRequest = (code: string, title: string, message: string): DuffelApiError =>
  new DuffelApiError(400, { type: 'invalid_request_error', code, title, message });

export const errorEnvelope = (status: number, requestId: string, errors: ErrorBody[]) => ({
  meta: { status, request_id: requestId },
  errors,
});
