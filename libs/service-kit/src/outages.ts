import type { FastifyBaseLogger } from 'fastify';

/** What this process misses, by its logger, each with the connections that have lost it. */
const missing = new WeakMap<object, Map<string, Set<object>>>();

export interface Outage {
  /** The connection has failed. */
  lost(error: Error): void;
  /** The connection works. */
  back(): void;
}

/**
 * Watches one connection to a store or service. However many connections and requests fail, the log has one line at level 50 when it is
 * lost, and one when all connections work again.
 * @param settleMs how long it has to be without a failure, where each request that is answered says that it works
 */
export function watchOutage(
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
  what: string,
  settleMs = 0,
): Outage {
  const all = missing.get(log) ?? new Map<string, Set<object>>();
  missing.set(log, all);
  const connections = all.get(what) ?? new Set();
  all.set(what, connections);
  const self = {};
  let failedAt = -Infinity;
  return {
    lost(error) {
      failedAt = performance.now();
      if (connections.size === 0)
        log.error({ missing: what, err: error.message }, `${what} is not available`);
      connections.add(self);
    },
    back() {
      if (performance.now() - failedAt < settleMs || !connections.delete(self)) return;
      if (connections.size === 0) log.info({ missing: what }, `${what} is available again`);
    },
  };
}
