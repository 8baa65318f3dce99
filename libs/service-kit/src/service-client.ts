import type { AnyEndpoint, ErrorCode, ResponseOf } from '@fareline/contracts';
import { createClient, ResponseError, type CallOptions } from '@fareline/contracts/client';
import { errorCodes } from '@fareline/contracts/errors';
import { Agent } from 'undici';
import { AppError } from './app-error.ts';
import { retryConnection } from './retry-connection.ts';
import { tracingHeaders } from './request-context.ts';

/** The header with the credential of the calling service. */
export const credentialHeader = 'x-service-credential';

/** Replicas that were added get their part of the calls after this time, and names are resolved again. */
export const connectionLifetimeMs = 60_000;

export interface ServiceClientOptions {
  /** Of all replicas of the service: each new connection leads to one of them. */
  baseUrl: string;
  /** Of the calling service; not needed for public endpoints. */
  credential?: string;
  timeoutMs?: number;
}

export type ServiceClient = <E extends AnyEndpoint>(
  endpoint: E,
  options?: CallOptions<E>,
) => Promise<ResponseOf<E>>;

const isErrorCode = (code: string | undefined): code is ErrorCode =>
  (errorCodes as string[]).includes(code ?? '');

/**
 * Creates a client for the endpoints of another service. An error response with a known code is thrown as that AppError with
 * its details; any other failure (no connection, timeout, invalid response) as SERVICE_UNAVAILABLE. A read whose connection was lost is
 * sent again within its time.
 */
export function createServiceClient({
  baseUrl,
  credential,
  timeoutMs = 10_000,
}: ServiceClientOptions): ServiceClient {
  const dispatcher = new Agent({ connectTimeout: 2_000, clientTtl: connectionLifetimeMs });
  const call = createClient(baseUrl, {
    headers: credential === undefined ? {} : { [credentialHeader]: credential },
    fetch: (url, init) => fetch(url, { ...init, dispatcher } as RequestInit),
  });
  return async (endpoint, options = {}) => {
    try {
      const headers = { ...tracingHeaders(), ...options.headers };
      const { signal = AbortSignal.timeout(timeoutMs) } = options;
      return await retryConnection(() => call(endpoint, { ...options, signal, headers }), {
        isSafe: endpoint.method === 'GET' || endpoint.isSafe === true,
        signal,
      });
    } catch (error) {
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
