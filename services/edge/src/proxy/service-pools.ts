import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Pool, type Dispatcher } from 'undici';

/** An order at the provider may take two minutes; services have shorter timeouts for everything else. */
const orderTimeoutMs = 150_000;

/**
 * Flights gives up a search after 60 s (`singleFlightTimeout`): a provider call takes at most 25 s, is repeated in one call when its
 * batches fail, and waits 3 s for the rate budget.
 */
const searchTimeoutMs = 65_000;

/**
 * Nearly all responses are smaller, also the first page of a search without compression, which others wait for. Not more, because it is
 * kept until the client has read it.
 */
const maxBufferedBytes = 256 * 1024;

export interface PoolLimits {
  connections: number;
  /** Requests that wait for a connection; beyond it a request is refused instead of waiting without end. */
  queued: number;
  /** How long a response may take to begin, and pause while it arrives. */
  responseTimeoutMs: number;
}

/** Connections to one replica for one kind of requests, so that a kind that stalls leaves the others theirs. (LIMIT-06) */
export const poolLimits = {
  requests: { connections: 128, queued: 128, responseTimeoutMs: orderTimeoutMs },
  searches: { connections: 128, queued: 128, responseTimeoutMs: searchTimeoutMs },
  /** A stream lasts as long as its search, so that waiting for one would be pointless; a replica of flights takes 256 of all edges. */
  streams: { connections: 128, queued: 0, responseTimeoutMs: orderTimeoutMs },
} as const satisfies Record<string, PoolLimits>;

export interface ServiceResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Buffered if the content length is known and small, else a stream. */
  body: Buffer | Readable;
}

export interface ServicePools {
  /**
   * Whether a request to this replica would be refused: at one that has stalled it would wait for minutes, and a refusal takes less
   * than 50 ms (`bench/src/overload.ts`).
   */
  isFull(url: string): boolean;
  /** Sends a request to a replica. Rejects when there is no response, a buffered one is incomplete, or its signal aborts it. */
  call(url: string, options: Dispatcher.RequestOptions): Promise<ServiceResponse>;
  close(): Promise<void>;
}

/** Creates a connection pool for each replica of a service. */
export function createPools(
  urls: readonly string[],
  { connections, queued, responseTimeoutMs }: PoolLimits,
): ServicePools {
  const options: Pool.Options = {
    connections,
    pipelining: 1,
    connectTimeout: 2_000,
    headersTimeout: responseTimeoutMs,
    bodyTimeout: responseTimeoutMs,
  };
  const pools = new Map(urls.map((url) => [url, new Pool(url, options)]));
  return {
    isFull: (url) => pools.get(url)!.stats.size >= connections + queued,
    async call(url, requestOptions) {
      const { statusCode: status, headers, body } = await pools.get(url)!.request(requestOptions);
      if (Number(headers['content-length']) <= maxBufferedBytes)
        return { status, headers, body: Buffer.from(await body.arrayBuffer()) };
      // Emitted when a client disconnects before it is sent.
      body.on('error', () => undefined);
      return { status, headers, body };
    },
    async close() {
      for (const pool of pools.values()) await pool.destroy();
    },
  };
}
