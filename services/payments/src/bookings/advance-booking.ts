import { LeaseLostError } from '@fareline/service-kit/db/leases';
import type { BookingState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { runWithRequestId } from '../request-id.ts';
import { startLeaseHeartbeat } from './booking-lease.repository.ts';
import { getBooking, scheduleRetry, type Booking } from './booking.repository.ts';
import { resolveUnpaidOrder } from './cancel-unpaid-order.step.ts';
import { cancelAtAirline } from './cancel.step.ts';
import { beginCapture, capture } from './capture.step.ts';
import { changeAtAirline, chargeChange, voidChange } from './change.step.ts';
import { findOrder, markOrderUnknown } from './find-order.step.ts';
import { placeOrder } from './place-order.step.ts';
import { endRiskReview } from './risk-review.step.ts';
import { voidAuthorisation } from './void.step.ts';

/** Returns the row in its next state, or the same row when the step has to be retried later. */
type Step = (deps: Deps, booking: Booking) => Promise<Booking>;

const steps: Partial<Record<BookingState, Step>> = {
  risk_review: endRiskReview,
  authorised: placeOrder,
  ordering: markOrderUnknown,
  pending: findOrder,
  ordered: beginCapture,
  capturing: capture,
  releasing: resolveUnpaidOrder,
  voiding: voidAuthorisation,
  cancelling: cancelAtAirline,
  changing: changeAtAirline,
  charging_change: chargeChange,
  voiding_change: voidChange,
};

/**
 * Runs the steps of a booking that this process has leased, from the recorded state on. Returns the row in a terminal state
 * or scheduled for a retry. (MONEY-25)
 */
export async function advanceBooking(deps: Deps, leased: Booking): Promise<Booking> {
  const stopHeartbeat = startLeaseHeartbeat(deps, leased);
  try {
    return await runWithRequestId(leased, () => runSteps(deps, leased));
  } finally {
    stopHeartbeat();
  }
}

async function runSteps(deps: Deps, leased: Booking): Promise<Booking> {
  let booking = leased;
  for (;;) {
    const step = steps[booking.state];
    if (!step) return booking;
    let next: Booking;
    try {
      next = await step(deps, booking);
    } catch (error) {
      if (error instanceof LeaseLostError) return getBooking(deps.db, booking.id);
      deps.log.warn(
        { err: error, booking: booking.id, state: booking.state },
        'step failed, will be retried',
      );
      next = booking;
    }
    if (next.state === booking.state) return scheduleRetry(deps, booking);
    booking = next;
  }
}
