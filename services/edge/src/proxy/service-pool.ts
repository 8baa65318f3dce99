import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Outage } from '@fareline/service-kit/outages';
import { connectionLifetimeMs } from '@fareline/service-kit/service-client';
import { Pool, type Dispatcher } from 'undici';
import type { PoolLimits } from '../limits.ts';

/**
 * Nearly all responses are smaller, also the first page of a search without compression, which others wait for. Not more, because it is
 * kept until the client has read it.
 */
const maxBufferedBytes = 256 * 1024;

export interface ServiceResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Buffered if the content length is known and small, else a stream. */
  body: Buffer | Readable;
}

export interface ServicePool {
  url: string;
  outage: Outage | undefined;
  /** How long a response may take to begin. */
  responseTimeoutMs: number;
  /**
   * Whether a request would be refused: at a service that has stalled it would wait for minutes, and a refusal takes less than 50 ms
   * (`bench/src/overload.ts`).
   */
  isFull(): boolean;
  /**
   * Sends a request, whose `headersTimeout` is how long its response may take to begin. Rejects when there is no response, a buffered
   * one is incomplete, or its signal aborts it.
   * @param isFresh over a new connection, which leads to a replica that accepts one
   */
  call(options: Dispatcher.RequestOptions, isFresh?: boolean): Promise<ServiceResponse>;
  close(): Promise<void>;
}

/** Connections to the replicas of a service, which have one URL: each new connection leads to one of them. */
export function createPool(
  url: string,
  { connections, queued, responseTimeoutMs }: PoolLimits,
  outage?: Outage,
): ServicePool {
  const options: Pool.Options = {
    connections,
    connectTimeout: 2_000,
    bodyTimeout: responseTimeoutMs,
  };
  const kept = new Pool(url, { ...options, pipelining: 1, clientTtl: connectionLifetimeMs });
  const fresh = new Pool(url, { ...options, pipelining: 0 });
  return {
    url,
    outage,
    responseTimeoutMs,
    isFull: () => kept.stats.size + fresh.stats.size >= connections + queued,
    async call(requestOptions, isFresh = false) {
      const pool = isFresh ? fresh : kept;
      const { statusCode: status, headers, body } = await pool.request(requestOptions);
      if (Number(headers['content-length']) <= maxBufferedBytes)
        return { status, headers, body: Buffer.from(await body.arrayBuffer()) };
      // Emitted when a client disconnects before it is sent.
      body.on('error', () => undefined);
      return { status, headers, body };
    },
    async close() {
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}
