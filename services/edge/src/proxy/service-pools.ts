import { Pool, type Dispatcher } from 'undici';
import { callService, type ServiceResponse } from './call-service.ts';

/** An order at the provider may take two minutes; services have shorter timeouts for everything else. (D38) */
const responseTimeoutMs = 150_000;

const poolOptions: Pool.Options = {
  pipelining: 1,
  connectTimeout: 2000,
  headersTimeout: responseTimeoutMs,
  bodyTimeout: responseTimeoutMs,
};

export interface PoolLimits {
  connections: number;
  /** Requests that wait for a connection; beyond it a request is refused instead of waiting without end. */
  queued: number;
}

/** Connections to one replica for one kind of requests, so that a kind that stalls leaves the others theirs. (LIMIT-06) */
export const poolLimits = {
  requests: { connections: 128, queued: 128 },
  /** A stream lasts as long as its search, so that waiting for one would be pointless. */
  streams: { connections: 64, queued: 0 },
} as const satisfies Record<string, PoolLimits>;

export interface ServicePools {
  /** Whether a request to this replica would be refused. */
  isFull(url: string): boolean;
  /** Sends a request to a replica. Rejects when there is no response. */
  call(url: string, options: Dispatcher.DispatchOptions): Promise<ServiceResponse>;
  close(): Promise<void>;
}

/** Creates a connection pool for each replica of a service. */
export function createPools(urls: readonly string[], { connections, queued }: PoolLimits): ServicePools {
  const pools = new Map(
    urls.map((url) => [url, { pool: new Pool(url, { ...poolOptions, connections }), requests: 0 }]),
  );
  return {
    isFull: (url) => pools.get(url)!.requests >= connections + queued,
    call(url, options) {
      const entry = pools.get(url)!;
      entry.requests += 1;
      return callService(entry.pool, options, () => void (entry.requests -= 1));
    },
    async close() {
      for (const { pool } of pools.values()) await pool.destroy();
    },
  };
}
