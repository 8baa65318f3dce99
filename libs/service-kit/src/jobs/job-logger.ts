import type { FastifyBaseLogger } from 'fastify';
import { isDependencyUnavailable } from '../http/error-handler.ts';

/**
 * Logs events of jobs. An outage of Redis or of a dependency is one warning when it begins and one line when
 * it ends. Any other failure is logged as an error each time.
 */
export function createJobLogger(log: FastifyBaseLogger) {
  let isRedisUnavailable = false;
  const failingJobs = new Set<string>();
  return {
    redisUnavailable(error: Error): void {
      if (isRedisUnavailable) return;
      isRedisUnavailable = true;
      log.warn({ err: error.message }, 'job queue Redis unavailable: recurring jobs run in this process');
    },
    redisAvailable(): void {
      if (!isRedisUnavailable) return;
      isRedisUnavailable = false;
      log.info('job queue Redis available again');
    },
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
