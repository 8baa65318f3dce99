import { transitionPayment, getPayment } from '../cards/payment.repository.ts';
import { alertOperator } from '../cards/payment-steps.ts';
import type { Deps } from '../deps.ts';
import { transitionBooking, type Booking } from './booking.repository.ts';

/** Alerts an operator and sets payment and booking to `needs_review`, because no automatic step is left. (D3) */
export async function flagForReview(
  deps: Deps,
  booking: Booking,
  reason: string,
  cause?: unknown,
): Promise<Booking> {
  const payment = await getPayment(deps.db, booking.payment_id);
  alertOperator(deps, payment, reason, cause);
  await transitionPayment(deps, payment, 'needs_review');
  return transitionBooking(deps, booking, 'needs_review', { patch: { order_plan: null } });
}
