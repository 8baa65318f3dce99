import { searchFlights } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Dispatcher, Pool } from 'undici';
import { callService, type ServiceResponse } from './call-service.ts';
import { serviceRequestHeaders } from './forwarded-headers.ts';
import type { Replicas } from './replicas.ts';

/** The connection failed before the request was sent, so any request can be retried at another replica. */
const connectErrorCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

const getErrorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

export const isSearch = ({ method, url }: FastifyRequest): boolean =>
  method === searchFlights.method && url.split('?')[0] === searchFlights.path;

/**
 * The only headers of a search that are forwarded. Its response is shared with all clients whose search has the same values,
 * so another header, which flights refuses, must not reach it. (LIMIT-02)
 */
export const searchHeaders = ['content-type', 'accept-encoding'] as const;

/** Whether a request may be sent twice: reads and searches only. */
const isRetryable = (request: FastifyRequest): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || isSearch(request);

function toDispatchOptions(request: FastifyRequest, brand: string): Dispatcher.DispatchOptions {
  const { url: path, body } = request;
  const method = request.method as Dispatcher.HttpMethod;
  const headers = serviceRequestHeaders(request, brand, isSearch(request) ? searchHeaders : undefined);
  if (!Buffer.isBuffer(body) || method === 'GET' || method === 'HEAD') return { method, path, headers };
  if (request.headers['content-type'] === undefined) headers.push('content-type', 'application/octet-stream');
  return { method, path, headers, body };
}

/** Sends a request to one replica after another until one responds. Throws SERVICE_UNAVAILABLE if none does. */
export async function forwardRequest(
  request: FastifyRequest,
  replicas: Replicas,
  getPool: (url: string) => Pool,
  brand: string,
): Promise<ServiceResponse> {
  const options = toDispatchOptions(request, brand);
  const tried = new Set<string>();
  for (;;) {
    const url = replicas.next(tried)!;
    tried.add(url);
    try {
      const response = await callService(getPool(url), options);
      replicas.markHealthy(url);
      return response;
    } catch (error) {
      const code = getErrorCode(error);
      replicas.markFailed(url);
      const canRetry = connectErrorCodes.has(code) || isRetryable(request);
      if (canRetry && tried.size < replicas.size) {
        request.log.warn(
          { err: error, replica: url, code },
          'service request failed, trying another replica',
        );
        continue;
      }
      // The error handler logs the cause.
      const cause = new Error(`The request to ${url} failed.`, { cause: error });
      throw new AppError('SERVICE_UNAVAILABLE', { cause, retryAfterSeconds: 2 });
    }
  }
}
