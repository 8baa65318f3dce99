import { Pool } from 'undici';

/** An order at the provider may take two minutes; services have shorter timeouts for everything else. (D38) */
const responseTimeoutMs = 150_000;

export const poolOptions: Pool.Options = {
  connections: 128,
  pipelining: 1,
  connectTimeout: 2000,
  headersTimeout: responseTimeoutMs,
  bodyTimeout: responseTimeoutMs,
};

/**
 * Progress streams last as long as their searches, so they have separate connections and never occupy one that a search
 * needs. Beyond this limit a stream is rejected with 429; the screen works without it.
 */
export const streamPoolOptions: Pool.Options = { ...poolOptions, connections: 64 };

/** Creates a connection pool for each replica of a service. */
export function createPools(urls: readonly string[], options: Pool.Options) {
  const pools = new Map(urls.map((url) => [url, new Pool(url, options)]));
  const capacity = urls.length * (options.connections ?? Infinity);
  return {
    getPool: (url: string): Pool => pools.get(url)!,
    /** Whether all connections are in use, so that another request would have to wait. */
    isFull: () => [...pools.values()].reduce((requests, { stats }) => requests + stats.size, 0) >= capacity,
    async close() {
      for (const pool of pools.values()) await pool.destroy();
    },
  };
}
