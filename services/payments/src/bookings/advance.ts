import { cancelAtAirline } from '../cancellations/cancel.step.ts';
import { refundCard } from '../cancellations/refund.step.ts';
import type { Context } from '../context.ts';
import { LeaseLost } from '../db/leases.ts';
import type { BookingState } from '../db/tables/bookings.ts';
import { inRequestOf } from '../request-of.ts';
import { bookingById, postpone, type Booking } from './booking-rows.ts';
import { beginCapture, capture } from './capture.step.ts';
import { findOrder, treatAsUnknown } from './find-order.step.ts';
import { keepLease } from './lease-booking.ts';
import { placeOrder } from './place-order.step.ts';
import { releaseOrder } from './release-order.step.ts';
import { letGo } from './void.step.ts';

/** A step answers with the moved row, or with the same one when it has to wait. */
type Step = (context: Context, booking: Booking) => Promise<Booking>;

const steps: Partial<Record<BookingState, Step>> = {
  authorised: placeOrder,
  ordering: treatAsUnknown,
  pending: findOrder,
  ordered: beginCapture,
  capturing: capture,
  releasing: releaseOrder,
  voiding: letGo,
  cancelling: cancelAtAirline,
  refunding: refundCard,
};

/**
 * Goes on from the recorded step as far as it can, with a row whose lease is ours. Answers with the row as it rests: settled,
 * or waiting for its next try. (MONEY-25)
 */
export async function advance(context: Context, leased: Booking): Promise<Booking> {
  const letLapse = keepLease(context, leased);
  try {
    return await inRequestOf(leased, () => goOn(context, leased));
  } finally {
    letLapse();
  }
}

async function goOn(context: Context, leased: Booking): Promise<Booking> {
  let booking = leased;
  for (;;) {
    const step = steps[booking.state];
    if (!step) return booking;
    let next: Booking;
    try {
      next = await step(context, booking);
    } catch (error) {
      if (error instanceof LeaseLost) return bookingById(context.db, booking.id);
      context.log.warn({ err: error, booking: booking.id, state: booking.state }, 'step to be tried again');
      next = booking;
    }
    if (next.state === booking.state) return postpone(context, booking);
    booking = next;
  }
}
