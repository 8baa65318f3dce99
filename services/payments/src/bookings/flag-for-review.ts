import type { ReviewCaseKind } from '@fareline/contracts';
import { getPayment } from '../cards/payment.repository.ts';
import { alertOperator } from '../cards/payment-steps.ts';
import type { Deps } from '../deps.ts';
import { openBookingCase, toStuckSubject } from '../review-cases/review-case.repository.ts';
import { transitionBooking, type Booking } from './booking.repository.ts';

/**
 * Alerts an operator, sets the booking to `needs_review`, queues it and tells the traveller, because no automatic step is left.
 * (REVIEW-01, REVIEW-03)
 */
export async function flagForReview(
  deps: Deps,
  booking: Booking,
  reason: string,
  { cause, kind = 'booking' }: { cause?: unknown; kind?: ReviewCaseKind } = {},
): Promise<Booking> {
  const payment = await getPayment(deps.db, booking.payment_id);
  alertOperator(deps, payment, reason, cause);
  return transitionBooking(deps, booking, 'needs_review', {
    // What was called before is looked for when a person resumes it.
    patch: { order_plan: null, called_at: booking.called_at },
    inTransaction: async (trx) => {
      const summary = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
      await openBookingCase(trx, booking, { kind, summary });
    },
    outboxEvents: [{ kind: 'mail_review' }],
  });
}

/** Queues a booking whose step is tried on, because the effect may be there and a payment may wait for it. The end of the step ends the case. */
export async function openStuckCase(
  deps: Deps,
  booking: Booking,
  summary: string,
  cause: unknown,
): Promise<Booking> {
  if (await openBookingCase(deps.db, booking, { kind: 'booking', subject: toStuckSubject(booking), summary }))
    alertOperator(deps, await getPayment(deps.db, booking.payment_id), summary, cause);
  return booking;
}
