import { startJobs, type Jobs } from '@fareline/service-kit';
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

export const createEnqueue = (jobs: Jobs): Enqueue => ({
  async expiryCheck(offerId, delayMs) {
    await jobs.remove(offerId);
    return jobs.enqueue(expiryJob, { offerId }, { jobId: offerId, delayMs });
  },
});
