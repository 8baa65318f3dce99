import type { FastifyBaseLogger } from 'fastify';
import { isDependencyAway } from '../http/error-handler.ts';

export interface JobsLog {
  /** The queue's Redis does not answer. */
  away(error: Error): void;
  /** It answers. */
  back(): void;
  failed(job: string | undefined, error: Error): void;
  completed(job: string): void;
}

/**
 * What the jobs have to say, so that an outage is one line at its begin and one at its end, however often a job is tried in
 * between. What fails because something else is away is a warning, anything else an error each time.
 */
export function createJobsLog(log: FastifyBaseLogger): JobsLog {
  let isAway = false;
  const waiting = new Set<string>();
  return {
    away(error) {
      if (isAway) return;
      isAway = true;
      log.warn({ err: error.message }, 'the Redis of the queue is away: recurring jobs run in this process');
    },
    back() {
      if (!isAway) return;
      isAway = false;
      log.info('the Redis of the queue is back');
    },
    failed(job = 'unknown', error) {
      if (!isDependencyAway(error)) return log.error({ job, err: error }, 'job failed');
      if (waiting.has(job)) return;
      waiting.add(job);
      log.warn({ job, err: error.message }, 'job failed: something that it needs is away');
    },
    completed(job) {
      if (waiting.delete(job)) log.info({ job }, 'job works again');
    },
  };
}
