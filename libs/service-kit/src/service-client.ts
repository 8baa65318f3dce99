import type { AnyEndpoint, ErrorCode, ResponseOf } from '@fareline/contracts';
import { createClient, ResponseError, type CallOptions } from '@fareline/contracts/client';
import { errorCodes } from '@fareline/contracts/errors';
import { AppError } from './app-error.ts';
import { tracingHeaders } from './request-context.ts';

/** The header with the credential of the calling service. */
export const credentialHeader = 'x-service-credential';

export interface ServiceClientOptions {
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
 * its details; any other failure (no connection, timeout, invalid response) as SERVICE_UNAVAILABLE.
 */
export function createServiceClient({
  baseUrl,
  credential,
  timeoutMs = 10_000,
}: ServiceClientOptions): ServiceClient {
  const call = createClient(baseUrl, {
    headers: credential === undefined ? {} : { [credentialHeader]: credential },
  });
  return async (endpoint, options = {}) => {
    try {
      const headers = { ...tracingHeaders(), ...options.headers };
      return await call(endpoint, { signal: AbortSignal.timeout(timeoutMs), ...options, headers });
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
