import type { AnyEndpoint, ErrorBody, ErrorCode } from '@fareline/contracts';
import { httpStatusFor, messageFor } from '@fareline/contracts/errors';
import type { Contract } from '@fareline/contracts/services';

export const getSuccessStatuses = ({ successStatuses = [200] }: AnyEndpoint): readonly number[] =>
  successStatuses;

/** The status of a successful response. */
export const getStatus = (endpoint: AnyEndpoint, { status }: { status?: number }): number =>
  status ?? getSuccessStatuses(endpoint)[0] ?? 200;

interface SuccessResponse<Body> {
  /** Defaults to the first success status of the endpoint. */
  status?: number;
  body: Body;
  headers?: Record<string, string>;
}
interface ErrorResponse {
  error: ErrorBody & { error: ErrorCode };
  headers: Record<string, string>;
}
interface ProxyResponse {
  proxyStatus: number;
  text: string;
  headers: Record<string, string>;
}
interface ConnectionFailure {
  connectionError: unknown;
}
/** The default has no success: a response that fits every endpoint. */
export type FakeResponse<Body = never> =
  | SuccessResponse<Body>
  | ErrorResponse
  | ProxyResponse
  | ConnectionFailure;

/** An error of a service, with the status and, unless given, the message of its code. */
export const errorResponse = (
  code: ErrorCode,
  { headers = {}, ...body }: Partial<Omit<ErrorBody, 'error'>> & { headers?: Record<string, string> } = {},
): ErrorResponse => ({ error: { message: messageFor(code), ...body, error: code }, headers });

/** What no service sends: the page of a proxy between browser and service, or a response that was cut off. */
export const proxyResponse = (
  proxyStatus: number,
  text = '',
  headers: Record<string, string> = {},
): ProxyResponse => ({ proxyStatus, text, headers });

/** No response: `fetch` rejects with this error. */
export const connectionFailure = (
  connectionError: unknown = new TypeError('Failed to fetch'),
): ConnectionFailure => ({ connectionError });

/**
 * The response as `fetch` returns it. Like a service, it sends only the fields that the contract has. Throws the error of a
 * connection failure.
 */
export function toFetchResponse(contract: Contract, response: FakeResponse<unknown>): Response {
  if ('connectionError' in response) throw response.connectionError;
  const { headers } = response;
  if ('proxyStatus' in response)
    return new Response(response.text || null, { status: response.proxyStatus, headers });
  if ('error' in response)
    return Response.json(response.error, { status: httpStatusFor(response.error.error), headers });
  const status = getStatus(contract, response);
  return Response.json(contract.response.parse(response.body), { status, headers });
}
