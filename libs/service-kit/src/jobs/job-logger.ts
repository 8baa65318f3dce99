import type { FastifyBaseLogger } from 'fastify';
import { isDependencyUnavailable } from '../http/error-handler.ts';
import { watchOutage } from '../outages.ts';

/**
 * Logs events of jobs. An outage of a dependency is one warning when it begins and one line when it ends. Any other failure is logged as an error each time.
 */
export function createJobLogger(log: FastifyBaseLogger) {
  const outage = watchOutage(log, 'redis-jobs');
  const failingJobs = new Set<string>();
  return {
    redisUnavailable: outage.lost,
    redisAvailable: outage.back,
    failed(job = 'unknown', error: Error): void {
      if (!isDependencyUnavailable(error)) return log.error({ job, err: error }, 'job failed');
      if (failingJobs.has(job)) return;
      failingJobs.add(job);
      log.warn({ job, err: error.message }, 'job failed: dependency unavailable');
    },
    completed(job: string): void {
      if (failingJobs.delete(job)) log.info({ job }, 'job recovered');
    },
  };
}
