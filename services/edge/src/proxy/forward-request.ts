import { searchFlights } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { requestTimeoutHeader } from '@fareline/service-kit/deadline';
import { retryConnection } from '@fareline/service-kit/retry-connection';
import type { FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { serviceRequestHeaders } from './forwarded-headers.ts';
import { hedge } from './hedge.ts';
import type { ServicePool, ServiceResponse } from './service-pool.ts';

export const isSearch = ({ method, url }: FastifyRequest): boolean =>
  method === searchFlights.method && url.split('?')[0] === searchFlights.path;

/**
 * The only headers of a search that are forwarded. Its response is shared with all clients whose search has the same values,
 * so another header, which flights refuses, must not reach it. (LIMIT-02)
 */
export const searchHeaders = ['content-type', 'accept-encoding'] as const;

/** Whether a request may be sent twice: reads and searches only. */
const isSafe = (request: FastifyRequest): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || isSearch(request);

function toRequestOptions(
  request: FastifyRequest,
  brand: string,
  headersTimeout: number,
): Dispatcher.RequestOptions {
  const { url: path, body } = request;
  const method = request.method as Dispatcher.HttpMethod;
  const headers = serviceRequestHeaders(request, brand, isSearch(request) ? searchHeaders : undefined);
  if (isSafe(request)) headers.push(requestTimeoutHeader, String(headersTimeout));
  if (!Buffer.isBuffer(body)) return { method, path, headers, headersTimeout };
  if (request.headers['content-type'] === undefined) headers.push('content-type', 'application/octet-stream');
  return { method, path, headers, headersTimeout, body };
}

/** When a request that is sent now is given up, in milliseconds since 1970. */
const getDeadline = ({ responseTimeoutMs }: ServicePool): number => Date.now() + responseTimeoutMs;

const unavailableRetryAfterSeconds = 2;
const fullRetryAfterSeconds = 5;

/** All connections to a service are in use, and as many requests as may wait do. */
const createFullError = (request: FastifyRequest): AppError =>
  new AppError(isSearch(request) ? 'SEARCH_BUSY' : 'SERVICE_UNAVAILABLE', {
    retryAfterSeconds: fullRetryAfterSeconds,
    limit: 'service_queue',
  });

interface ForwardOptions {
  signal?: AbortSignal;
  isFresh?: boolean;
  deadline?: number;
}

/**
 * Sends a request to a service, again over a new connection when one is lost and the request may be sent twice. Throws
 * SERVICE_UNAVAILABLE if there is no response until the deadline, or if the service has as many requests as it may have. The
 * service is told how long a read or search is waited for; a write it completes in any case.
 * @param isFresh over a new connection at once
 */
export async function forwardRequest(
  request: FastifyRequest,
  pool: ServicePool,
  brand: string,
  { signal, isFresh = false, deadline = getDeadline(pool) }: ForwardOptions = {},
): Promise<ServiceResponse> {
  const call = (isRepeated: boolean) => {
    if (pool.isFull()) throw createFullError(request);
    const msLeft = deadline - Date.now();
    if (msLeft <= 0) throw new Error('The deadline is over.');
    const options = { ...toRequestOptions(request, brand, msLeft), ...(signal && { signal }) };
    return pool.call(options, isFresh || isRepeated);
  };
  try {
    const response = await retryConnection(call, { isSafe: isSafe(request), signal });
    pool.outage?.back();
    return response;
  } catch (error) {
    if (error instanceof AppError || signal?.aborted) throw error;
    pool.outage?.lost(error as Error);
    // The error handler logs the cause.
    throw new AppError('SERVICE_UNAVAILABLE', {
      cause: new Error(`The request to ${pool.url} failed.`, { cause: error }),
      retryAfterSeconds: unavailableRetryAfterSeconds,
    });
  }
}

/**
 * Sends a search, and again over new connections while it is not answered. A cold search is no burden then: all its calls wait for the
 * same search at flights and are answered together. (LIMIT-06)
 */
export function forwardSearch(
  request: FastifyRequest,
  pool: ServicePool,
  brand: string,
): Promise<ServiceResponse> {
  const deadline = getDeadline(pool);
  return hedge((signal, isFresh) => forwardRequest(request, pool, brand, { signal, isFresh, deadline }));
}
