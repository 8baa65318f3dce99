import { startJobs, type JobHandler, type Jobs } from '@fareline/service-kit';
import { advanceBookingHandler } from './bookings/advance-booking.job-handler.ts';
import { completeTripsHandler } from './bookings/complete-trips.job-handler.ts';
import { resolveUnbookedPaymentHandler } from './cards/resolve-unbooked-payment.job-handler.ts';
import type { Deps, Enqueue } from './deps.ts';
import { dispatchOutboxHandler } from './mail/dispatch-outbox.job-handler.ts';
import { purgeHandler } from './recovery/purge.job-handler.ts';
import { sweepHandler } from './recovery/sweep.job-handler.ts';

/** Jobs mostly wait for I/O; high enough that slow provider calls do not delay emails. */
const concurrency = 20;

/** Starts the service's queue with all its jobs. */
export function startPaymentsJobs(
  deps: Deps,
  metrics: Parameters<typeof startJobs>[0]['metrics'],
): Promise<Jobs> {
  const handlers = [
    advanceBookingHandler(deps),
    resolveUnbookedPaymentHandler(deps),
    dispatchOutboxHandler(deps),
    completeTripsHandler(deps),
    purgeHandler(deps),
    sweepHandler(deps),
  ] as unknown as JobHandler[];
  const { config, log } = deps;
  return startJobs({
    name: 'payments',
    redisUrl: config.JOBS_REDIS_URL,
    definitions: handlers.map(({ job }) => job),
    handlers,
    log,
    prefix: `{${config.DATABASE_SCHEMA}}`,
    concurrency,
    metrics,
  });
}

/** If the queue is not available, a job that is due now runs in this process and a later one is left to the sweep. */
export const createEnqueue =
  (jobs: Jobs): Enqueue =>
  (job, payload, options) => {
    void jobs.enqueue(job, payload, options).then((isQueued) => {
      if (!isQueued && options.delayMs === 0) jobs.runInProcess(job, payload);
    });
  };
