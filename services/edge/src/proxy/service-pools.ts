import { Pool, type Dispatcher } from 'undici';
import { callService, type ServiceResponse } from './call-service.ts';

/** An order at the provider may take two minutes; services have shorter timeouts for everything else. */
const orderTimeoutMs = 150_000;

/**
 * Flights gives up a search after 60 s (`singleFlightTimeout`): a provider call takes at most 25 s, is repeated in one call when its
 * batches fail, and waits 3 s for the rate budget.
 */
const searchTimeoutMs = 65_000;

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
  /** A stream lasts as long as its search, so that waiting for one would be pointless. */
  streams: { connections: 64, queued: 0, responseTimeoutMs: orderTimeoutMs },
} as const satisfies Record<string, PoolLimits>;

export interface ServicePools {
  /** Whether a request to this replica would be refused. */
  isFull(url: string): boolean;
  /** Sends a request to a replica. Rejects when there is no response, or when the signal aborts it. */
  call(url: string, options: Dispatcher.DispatchOptions, signal?: AbortSignal): Promise<ServiceResponse>;
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
  const pools = new Map(urls.map((url) => [url, { pool: new Pool(url, options), requests: 0 }]));
  return {
    isFull: (url) => pools.get(url)!.requests >= connections + queued,
    call(url, dispatchOptions, signal) {
      const entry = pools.get(url)!;
      entry.requests += 1;
      return callService(entry.pool, dispatchOptions, () => void (entry.requests -= 1), signal);
    },
    async close() {
      for (const { pool } of pools.values()) await pool.destroy();
    },
  };
}
