import { startJobs, type Jobs } from '@fareline/service-kit/jobs/jobs';
import type { Deps, Enqueue } from './deps.ts';
import { expiryHandler, expiryJob } from './offers/expiry.job.ts';

/** Starts the service's queue with all its jobs. */
export const startFlightsJobs = (
  deps: Deps,
  metrics: Parameters<typeof startJobs>[0]['metrics'],
): Promise<Jobs> =>
  startJobs({
    name: 'flights',
    redisUrl: deps.config.JOBS_REDIS_URL,
    metrics,
    handlers: [expiryHandler(deps)],
    log: deps.log,
    prefix: `{${deps.config.REDIS_PREFIX}-jobs}`,
  });

/**
 * Beyond this number of waiting checks cached offers are not watched, so that clients cannot fill the Redis
 * of the queue by opening offers. Fresh offers are limited by their provider calls.
 */
const maxWaitingChecks = 1_000;

export const createEnqueue = (jobs: Jobs): Enqueue => ({
  async expiryCheck(offerId, delayMs, isShared) {
    await jobs.remove(offerId);
    if (isShared && (await jobs.countDelayed()) >= maxWaitingChecks) return false;
    return jobs.enqueue(expiryJob, { offerId }, { jobId: offerId, delayMs });
  },
});
