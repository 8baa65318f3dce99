import type { JobQueue } from '@fareline/service-kit/jobs/job-queue';
import type { Enqueue } from './deps.ts';
import { expiryJob } from './offers/expiry.job.ts';

/**
 * Beyond this number of waiting checks cached offers are not watched, so that clients cannot fill the Redis
 * of the queue by opening offers. Fresh offers are limited by their provider calls.
 */
const maxWaitingChecks = 1_000;

export const createEnqueue = (queue: JobQueue): Enqueue => ({
  async expiryCheck(offerId, delayMs, isShared) {
    await queue.remove(offerId);
    if (isShared && (await queue.countDelayed()) >= maxWaitingChecks) return false;
    return queue.enqueue(expiryJob, { offerId }, { jobId: offerId, delayMs });
  },
});
