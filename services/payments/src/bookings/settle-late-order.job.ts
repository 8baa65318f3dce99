import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { runWithRequestId } from '../request-id.ts';
import { leaseBooking, releaseLease, startLeaseHeartbeat } from './booking-lease.repository.ts';
import { transitionBooking, type Booking } from './booking.repository.ts';
import { findMoney } from './cancel-unpaid-order.step.ts';
import { toOrderColumns } from './place-order.step.ts';

/** Settles the order of a booking that has ended without one. (REVIEW-05) */
export const settleLateOrderJob = defineJob({
  name: 'settle-late-order',
  payload: z.object({ bookingId: z.uuid() }),
});

export const settleLateOrderHandler = (deps: Deps) =>
  defineJobHandler({
    job: settleLateOrderJob,
    async run({ bookingId }) {
      try {
        await settleLateOrder(deps, bookingId);
      } catch (error) {
        deps.log.warn({ err: error, booking: bookingId }, 'late order not settled, will be retried');
        return { rescheduleInMs: deps.config.RETRY_MAX_MS };
      }
      return undefined;
    },
  });

/**
 * Where the payment is voided, an order that is found is cancelled if the airline keeps nothing, else it is in the review queue.
 * Returns whether an order was found that is not paid. (LEDGER-04)
 */
export async function settleLateOrder(deps: Deps, bookingId: string): Promise<boolean> {
  const booking = await leaseBooking(deps, bookingId, 'voided');
  if (!booking) return false;
  const stopHeartbeat = startLeaseHeartbeat(deps, booking);
  try {
    return await runWithRequestId(booking, () => cancelLateOrder(deps, booking));
  } finally {
    stopHeartbeat();
    await releaseLease(deps, booking);
  }
}

async function cancelLateOrder(deps: Deps, booking: Booking): Promise<boolean> {
  const order = await deps.flightProvider.findOrder(booking.mode, booking.id, booking.offer_id);
  if (!order || order.isCancelled) return false;
  // The row may be wrong: with money of the card the reconciler asks a person.
  if (await findMoney(deps, booking)) return false;
  deps.log.warn({ booking: booking.id, order: order.id }, 'an order appeared after its booking had ended');
  const releasing = await transitionBooking(deps, booking, 'releasing', {
    patch: toOrderColumns(booking, order),
  });
  await deps.advanceBooking(deps, releasing);
  return true;
}
