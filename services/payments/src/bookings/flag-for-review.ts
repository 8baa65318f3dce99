import type { ReviewCaseKind } from '@fareline/contracts';
import { getPayment } from '../cards/payment.repository.ts';
import { alertOperator } from '../cards/payment-steps.ts';
import type { Deps } from '../deps.ts';
import { openBookingCase } from '../review-cases/review-case.repository.ts';
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
    patch: { order_plan: null },
    inTransaction: async (trx) => {
      const summary = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
      await openBookingCase(trx, booking, { kind, summary });
    },
    outboxEvents: [{ kind: 'mail_review' }],
  });
}
