import type { AnyEndpoint, ErrorCode, ResponseOf } from '@fareline/contracts';
import { createClient, ResponseError, type CallOptions } from '@fareline/contracts/client';
import { errorCodes } from '@fareline/contracts/errors';
import { Agent } from 'undici';
import { AppError } from './app-error.ts';
import type { Outage } from './outages.ts';
import { limitToDeadline, requestTimeoutHeader } from './deadline.ts';
import { retryConnection } from './retry-connection.ts';
import { tracingHeaders } from './request-context.ts';

/** The header with the credential of the calling service. */
export const credentialHeader = 'x-service-credential';

/** Replicas that were added get their part of the calls after this time, and names are resolved again. */
export const connectionLifetimeMs = 60_000;

export interface ServiceClientOptions {
  /** One URL for all replicas of the service: each new connection leads to one of them. */
  baseUrl: string;
  /** The calling service's credential; not needed for public endpoints. */
  credential?: string;
  timeoutMs?: number;
  /** Where it is said that no replica of the service answers, and that one does again. */
  outage?: Outage | undefined;
}

type ServiceCallOptions<E extends AnyEndpoint> = Omit<CallOptions<E>, 'signal'> & {
  /** Instead of the client's. */
  timeoutMs?: number;
};

export type ServiceClient = <E extends AnyEndpoint>(
  endpoint: E,
  options?: ServiceCallOptions<E>,
) => Promise<ResponseOf<E>>;

const isErrorCode = (code: string | undefined): code is ErrorCode =>
  (errorCodes as string[]).includes(code ?? '');

/**
 * Creates a client for the endpoints of another service. An error response with a known code is thrown as that AppError with
 * its details; any other failure (no connection, timeout, invalid response) as SERVICE_UNAVAILABLE. A read whose connection was lost is
 * sent again within its time. A read also ends at the deadline of the current request, is not sent after it, and tells the service how
 * long it waits; a write has its own time only.
 */
export function createServiceClient({
  baseUrl,
  credential,
  timeoutMs: defaultTimeoutMs = 10_000,
  outage,
}: ServiceClientOptions): ServiceClient {
  const dispatcher = new Agent({ connectTimeout: 2_000, clientTtl: connectionLifetimeMs });
  const call = createClient(baseUrl, {
    headers: credential === undefined ? {} : { [credentialHeader]: credential },
    fetch: (url, init) => fetch(url, { ...init, dispatcher, redirect: 'error' } as RequestInit),
  });
  return async (endpoint, { timeoutMs: ownTimeoutMs = defaultTimeoutMs, ...options } = {}) => {
    const isSafe = endpoint.method === 'GET' || endpoint.isSafe === true;
    const timeoutMs = isSafe ? limitToDeadline(ownTimeoutMs) : ownTimeoutMs;
    const deadline = Date.now() + timeoutMs;
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { ...tracingHeaders(), ...options.headers };
    const send = () => {
      if (isSafe) headers[requestTimeoutHeader] = String(Math.max(0, deadline - Date.now()));
      return call(endpoint, { ...options, signal, headers });
    };
    try {
      const response = await retryConnection(send, { isSafe, signal });
      outage?.back();
      return response;
    } catch (error) {
      // The deadline of a request may be too short for any answer.
      const isUnanswered = signal.aborted ? timeoutMs === ownTimeoutMs : error instanceof TypeError;
      if (isUnanswered) outage?.lost(error as Error);
      else if (error instanceof ResponseError) outage?.back();
      if (error instanceof ResponseError && isErrorCode(error.code)) {
        throw new AppError(error.code, {
          message: error.body?.message,
          details: error.body?.details,
          fields: error.body?.fields,
          retryAfterSeconds: error.retryAfterSeconds,
          cause: error,
        });
      }
      throw new AppError('SERVICE_UNAVAILABLE', { cause: error });
    }
  };
}
