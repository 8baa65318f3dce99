import { startJobs, type JobHandler, type Jobs } from '@fareline/service-kit';
import { advanceBookingHandler } from './bookings/advance-booking.job-handler.ts';
import { completeTripsHandler } from './bookings/complete-trips.job-handler.ts';
import { settlePaymentHandler } from './cards/settle-payment.job-handler.ts';
import type { Context, Enqueue } from './context.ts';
import { dispatchOutboxHandler } from './mail/dispatch-outbox.job-handler.ts';
import { purgeHandler } from './recovery/purge.job-handler.ts';
import { sweepHandler } from './recovery/sweep.job-handler.ts';

/** Jobs mostly wait for others; as many at once as slow calls to a provider must not hold up a mail. */
const concurrency = 20;

/** The queue of the service with all its jobs. */
export function startPaymentsJobs(
  context: Context,
  metrics: Parameters<typeof startJobs>[0]['metrics'],
): Promise<Jobs> {
  const handlers = [
    advanceBookingHandler(context),
    settlePaymentHandler(context),
    dispatchOutboxHandler(context),
    completeTripsHandler(context),
    purgeHandler(context),
    sweepHandler(context),
  ] as unknown as JobHandler[];
  const { config, log } = context;
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

/** A job that is due now and that the queue does not take runs here; one that is due later is left to the sweep. */
export const enqueueInto =
  (jobs: Jobs): Enqueue =>
  (job, payload, options) => {
    void jobs.enqueue(job, payload, options).then((isQueued) => {
      if (!isQueued && options.delayMs === 0) jobs.runInProcess(job, payload);
    });
  };
