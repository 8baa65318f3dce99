import type { FastifyBaseLogger } from 'fastify';
import type { RedisClient } from '@fareline/service-kit/redis';

const wantedPolicy = 'volatile-ttl';

/**
 * Logs a warning when the cache does not evict what expires first: with `noeviction` searches fail once its memory is full, with
 * others lists of offers may go before pages. INFO, because managed servers forbid CONFIG GET. Logs nothing if the cache is
 * unavailable.
 */
export async function warnOfCachePolicy(
  cache: Pick<RedisClient, 'info'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const info = await cache.info('memory').catch(() => '');
  const [, policy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  if (policy === undefined || policy === wantedPolicy) return;
  log.warn(
    { setting: 'REDIS_URL', policy },
    `The Redis of REDIS_URL has the maxmemory-policy ${policy}. Set it to ${wantedPolicy}: when it is full, searches fail or lose ` +
      'their offers otherwise.',
  );
}
