import { transitionPayment, getPayment } from '../cards/payment.repository.ts';
import { alertOperator } from '../cards/payment-steps.ts';
import type { Deps } from '../deps.ts';
import { transitionBooking, type Booking } from './booking.repository.ts';

/** The end of what can be done without a person: said loudly, and payment and booking say so too. (D3) */
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
