import type { JobDefinition } from '@fareline/service-kit/jobs/define-job';
import { startJobs, type Jobs } from '@fareline/service-kit/jobs/jobs';
import { dispatchOutboxHandler, dispatchOutboxJob, sweepOutboxHandler } from '@fareline/service-kit/outbox';
import type { z } from 'zod';
import { advanceBookingHandler, advanceBookingJob } from './bookings/advance-booking.job.ts';
import { settleLateOrderHandler, settleLateOrderJob } from './bookings/settle-late-order.job.ts';
import {
  resolveUnbookedPaymentHandler,
  resolveUnbookedPaymentJob,
} from './cards/resolve-unbooked-payment.job.ts';
import type { Deps, Enqueue } from './deps.ts';
import { createOutbox } from './mail/outbox.ts';
import { purgeHandler } from './maintenance/purge.job.ts';
import { reconcileHandler } from './reconciliation/reconcile.job.ts';
import { sweepHandler } from './recovery/sweep.job.ts';
import { completeTripsHandler } from './trips/complete-trips.job.ts';

/** Jobs mostly wait for I/O; high enough that slow provider calls do not delay emails. */
const concurrency = 20;

/** Starts the service's queue with all its jobs. */
export function startPaymentsJobs(
  deps: Deps,
  metrics: Parameters<typeof startJobs>[0]['metrics'],
): Promise<Jobs> {
  const { config, log } = deps;
  const outbox = createOutbox(deps);
  return startJobs({
    name: 'payments',
    redisUrl: config.JOBS_REDIS_URL,
    handlers: [
      advanceBookingHandler(deps),
      settleLateOrderHandler(deps),
      resolveUnbookedPaymentHandler(deps),
      dispatchOutboxHandler(outbox),
      sweepOutboxHandler(outbox, config.SWEEP_EVERY_MS),
      completeTripsHandler(deps),
      purgeHandler(deps),
      reconcileHandler(deps),
      sweepHandler(deps),
    ],
    log,
    prefix: `{${config.DATABASE_SCHEMA}}`,
    concurrency,
    metrics,
  });
}

/** If the queue is not available, a job that is due now runs in this process and a later one is left to the sweep. */
export function createEnqueue(jobs: Jobs): Enqueue {
  function enqueue<Payload extends z.ZodType>(
    job: JobDefinition<Payload>,
    payload: z.input<Payload>,
    jobId: string,
    delayMs = 0,
  ): void {
    void jobs.enqueue(job, payload, { jobId, delayMs }).then((isQueued) => {
      if (!isQueued && delayMs === 0) jobs.runInProcess(job, payload);
    });
  }
  return {
    booking: (bookingId, delayMs) =>
      enqueue(advanceBookingJob, { bookingId }, `booking-${bookingId}`, delayMs),
    lateOrder: (bookingId) => enqueue(settleLateOrderJob, { bookingId }, `late-order-${bookingId}`),
    payment: (paymentId, delayMs) =>
      enqueue(resolveUnbookedPaymentJob, { paymentId }, `payment-${paymentId}`, delayMs),
    outboxEvent: (outboxId, delayMs) =>
      enqueue(dispatchOutboxJob, { outboxId }, `outbox-${outboxId}`, delayMs),
  };
}
