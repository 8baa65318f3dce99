import type { JobDefinition, JobHandler } from '@fareline/service-kit/jobs/define-job';
import { destroyUnusedKeysHandler } from '@fareline/service-kit/db/row-keys';
import type { JobQueue } from '@fareline/service-kit/jobs/job-queue';
import { dispatchOutboxHandler, dispatchOutboxJob, sweepOutboxHandler } from '@fareline/service-kit/outbox';
import type { z } from 'zod';
import { advanceBookingHandler, advanceBookingJob } from './bookings/advance-booking.job.ts';
import { settleLateOrderHandler, settleLateOrderJob } from './bookings/settle-late-order.job.ts';
import { advancePaymentHandler, advancePaymentJob } from './cards/advance-payment.job.ts';
import { registerWalletDomainsHandler } from './cards/wallet-domains.job.ts';
import { unconfirmedAddressesHandler } from './bookings/unconfirmed-addresses.job.ts';
import type { Deps, Enqueue } from './deps.ts';
import { createOutbox } from './outbox.ts';
import { purgeHandler } from './maintenance/purge.job.ts';
import { reconcileHandler } from './reconciliation/reconcile.job.ts';
import { sweepHandler } from './recovery/sweep.job.ts';
import { completeTripsHandler } from './trips/complete-trips.job.ts';
import { readOrdersHandler } from './airline-changes/read-orders.job.ts';
import { remindOfCheckInHandler } from './trips/remind-of-check-in.job.ts';

export function createHandlers(deps: Deps): JobHandler[] {
  const outbox = createOutbox(deps);
  return [
    advanceBookingHandler(deps),
    settleLateOrderHandler(deps),
    advancePaymentHandler(deps),
    dispatchOutboxHandler(outbox),
    sweepOutboxHandler(outbox, deps.config.SWEEP_EVERY_MS),
    completeTripsHandler(deps),
    readOrdersHandler(deps),
    remindOfCheckInHandler(deps),
    purgeHandler(deps),
    unconfirmedAddressesHandler(deps),
    destroyUnusedKeysHandler(deps.rowKeys, deps.config.HOUSEKEEPING_EVERY_MS),
    reconcileHandler(deps),
    registerWalletDomainsHandler(deps),
    sweepHandler(deps),
  ];
}

/** If the queue is not available, a job that is due now runs in this process and a later one is left to the sweep. */
export function createEnqueue(queue: JobQueue): Enqueue {
  function enqueue<Payload extends z.ZodType>(
    job: JobDefinition<Payload>,
    payload: z.input<Payload>,
    jobId: string,
    delayMs = 0,
  ): void {
    void queue.enqueue(job, payload, { jobId, delayMs }).then((isQueued) => {
      if (!isQueued && delayMs === 0) queue.runInProcess(job, payload);
    });
  }
  return {
    booking: (bookingId, delayMs) =>
      enqueue(advanceBookingJob, { bookingId }, `booking-${bookingId}`, delayMs),
    lateOrder: (bookingId) => enqueue(settleLateOrderJob, { bookingId }, `late-order-${bookingId}`),
    payment: (paymentId, delayMs) =>
      enqueue(advancePaymentJob, { paymentId }, `payment-${paymentId}`, delayMs),
    outboxEvent: (outboxId, delayMs) =>
      enqueue(dispatchOutboxJob, { outboxId }, `outbox-${outboxId}`, delayMs),
  };
}
