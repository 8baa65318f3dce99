import type { FastifyBaseLogger } from 'fastify';
import { isConnectionError } from './retry-connection.ts';

type Log = Pick<FastifyBaseLogger, 'error' | 'info'>;

/** What is shared by all that a process watches under one name with one logger. */
function shareByName<Shared>() {
  const byLog = new WeakMap<Log, Map<string, Shared>>();
  return (log: Log, name: string, create: () => Shared): Shared => {
    const known = byLog.get(log) ?? new Map<string, Shared>();
    const shared = known.get(name) ?? create();
    byLog.set(log, known.set(name, shared));
    return shared;
  };
}

/** The connections that have lost what is watched. */
const shareConnections = shareByName<Set<object>>();
const shareOutage = shareByName<Outage>();

export interface Outage {
  /** The connection has failed. */
  lost(error: Error): void;
  /** The connection works. */
  back(): void;
}

/**
 * Watches one connection to a store. However many connections and requests fail, the log has one line at level 50 when it is lost, and
 * one when all connections work again.
 */
export function watchOutage(log: Log, what: string): Outage {
  const connections = shareConnections(log, what, () => new Set());
  const self = {};
  return {
    lost(error) {
      if (connections.size === 0)
        log.error({ missing: what, err: error.message }, `${what} is not available`);
      connections.add(self);
    },
    back() {
      if (!connections.delete(self) || connections.size > 0) return;
      log.info({ missing: what }, `${what} is available again`);
    },
  };
}

/** A service is back when none of its replicas has failed for this time, and lost when none has answered for it. */
const settleMs = 10_000;

/**
 * Watches a service by its calls, which share one state: a pool that is seldom used would otherwise keep the service lost. It is lost
 * when a connection fails, or when calls time out and none is answered between them: one that times out may be merely slow.
 */
export const watchService = (log: Log, service: string): Outage =>
  shareOutage(log, service, () => createServiceOutage(watchOutage(log, service)));

function createServiceOutage(outage: Outage): Outage {
  let failedAt = -Infinity;
  let unansweredSince: number | undefined;
  return {
    lost(error) {
      const now = performance.now();
      unansweredSince ??= now;
      if (!isConnectionError(error) && now - unansweredSince < settleMs) return;
      failedAt = now;
      outage.lost(error);
    },
    back() {
      unansweredSince = undefined;
      if (performance.now() - failedAt >= settleMs) outage.back();
    },
  };
}
