import type { FastifyBaseLogger } from 'fastify';
import { isDependencyUnavailable } from '../http/error-handler.ts';

export interface JobLogger {
  /** The queue's Redis does not answer. */
  redisUnavailable(error: Error): void;
  /** It answers. */
  redisAvailable(): void;
  failed(job: string | undefined, error: Error): void;
  completed(job: string): void;
}

/**
 * What the jobs have to say, so that an outage is one line at its begin and one at its end, however often a job is tried in
 * between. What fails because something else is away is a warning, anything else an error each time.
 */
export function createJobLogger(log: FastifyBaseLogger): JobLogger {
  let isRedisUnavailable = false;
  const failingJobs = new Set<string>();
  return {
    redisUnavailable(error) {
      if (isRedisUnavailable) return;
      isRedisUnavailable = true;
      log.warn({ err: error.message }, 'the Redis of the queue is away: recurring jobs run in this process');
    },
    redisAvailable() {
      if (!isRedisUnavailable) return;
      isRedisUnavailable = false;
      log.info('the Redis of the queue is back');
    },
    failed(job = 'unknown', error) {
      if (!isDependencyUnavailable(error)) return log.error({ job, err: error }, 'job failed');
      if (failingJobs.has(job)) return;
      failingJobs.add(job);
      log.warn({ job, err: error.message }, 'job failed: something that it needs is away');
    },
    completed(job) {
      if (failingJobs.delete(job)) log.info({ job }, 'job works again');
    },
  };
}
