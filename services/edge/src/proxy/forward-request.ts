import { searchFlights } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { serviceRequestHeaders } from './forwarded-headers.ts';
import { hedge } from './hedge.ts';
import type { Replicas } from './replicas.ts';
import type { ServicePools, ServiceResponse } from './service-pools.ts';

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

function toRequestOptions(request: FastifyRequest, brand: string): Dispatcher.RequestOptions {
  const { url: path, body } = request;
  const method = request.method as Dispatcher.HttpMethod;
  const headers = serviceRequestHeaders(request, brand, isSearch(request) ? searchHeaders : undefined);
  if (!Buffer.isBuffer(body)) return { method, path, headers };
  if (request.headers['content-type'] === undefined) headers.push('content-type', 'application/octet-stream');
  return { method, path, headers, body };
}

const unavailableRetryAfterSeconds = 2;
const fullRetryAfterSeconds = 5;

/** All connections to a service are in use, and as many requests as may wait do. */
const createFullError = (request: FastifyRequest): AppError =>
  new AppError(isSearch(request) ? 'SEARCH_BUSY' : 'SERVICE_UNAVAILABLE', {
    retryAfterSeconds: fullRetryAfterSeconds,
    limit: 'service_queue',
  });

interface SearchCall {
  signal?: AbortSignal;
  /** Replicas that calls of the search were sent to. */
  called?: Set<string>;
}

/**
 * Sends a request to one replica after another until one responds. Throws SERVICE_UNAVAILABLE if none does, or if all of them
 * have as many requests as they may have.
 */
export async function forwardRequest(
  request: FastifyRequest,
  replicas: Replicas,
  pools: ServicePools,
  brand: string,
  { signal, called }: SearchCall = {},
): Promise<ServiceResponse> {
  const options = { ...toRequestOptions(request, brand), ...(signal && { signal }) };
  const tried = new Set<string>();
  let failure: AppError | undefined;
  // A URL may lead to several replicas, one for each connection, so that a further call of it is worth while.
  const first = replicas.next(called) ?? replicas.next();
  for (let url = first; url !== undefined; url = replicas.next(tried)) {
    tried.add(url);
    called?.add(url);
    if (pools.isFull(url)) {
      failure ??= createFullError(request);
      continue;
    }
    const calledAt = replicas.now();
    try {
      const response = await pools.call(url, options);
      replicas.markHealthy(url);
      return response;
    } catch (error) {
      if (signal?.aborted) {
        if (replicas.markStalled(url, calledAt))
          request.log.warn({ replica: url }, 'the replica did not answer a search that another one did');
        throw error;
      }
      const code = getErrorCode(error);
      replicas.markFailed(url);
      // The error handler logs the cause.
      const cause = new Error(`The request to ${url} failed.`, { cause: error });
      failure = new AppError('SERVICE_UNAVAILABLE', {
        cause,
        retryAfterSeconds: unavailableRetryAfterSeconds,
      });
      if (!connectErrorCodes.has(code) && !isRetryable(request)) break;
      if (tried.size < replicas.size)
        request.log.warn(
          { err: error, replica: url, code },
          'service request failed, trying another replica',
        );
    }
  }
  throw failure ?? new AppError('SERVICE_UNAVAILABLE');
}

/**
 * Sends a search to a replica, and to others while it does not respond. A replica that has not answered a second after another one did,
 * nor anything else since it was called, is ejected. A cold search ejects none: all its calls wait for the same search at flights and
 * are answered together. (LIMIT-06)
 */
export function forwardSearch(
  request: FastifyRequest,
  replicas: Replicas,
  pools: ServicePools,
  brand: string,
): Promise<ServiceResponse> {
  const called = new Set<string>();
  return hedge((signal) => forwardRequest(request, replicas, pools, brand, { signal, called }));
}
