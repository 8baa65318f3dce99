import { parseMinor } from '@fareline/contracts';
import { getPayment } from '../cards/payment.repository.ts';
import type { Deps } from '../deps.ts';
import type { PlacedOrder, ProviderCancellation } from '../duffel/flight-provider.ts';
import { renewBookingLease } from './booking-lease.repository.ts';
import { flagForReview } from './flag-for-review.ts';
import { isRetryPeriodOver, transitionBooking, type Booking } from './booking.repository.ts';

const isFullRefund = ({ refundAmount, refundCurrency }: ProviderCancellation, order: PlacedOrder) => {
  const refunded = parseMinor(refundAmount ?? '', refundCurrency ?? '');
  const paid = parseMinor(order.amount, order.currency);
  return (
    refundCurrency === order.currency && refunded !== undefined && paid !== undefined && refunded >= paid
  );
};

/** True when the order is cancelled, with a full refund unless support accepts less; undefined when an operator has to decide. */
async function cancelUnpaidOrder(deps: Deps, booking: Booking, orderId: string) {
  const { flightProvider, killPoint } = deps;
  const order = await flightProvider.getOrder(booking.mode, orderId);
  if (order.isCancelled) return true;
  const quoted = await flightProvider.requestCancellation(booking.mode, orderId);
  if (quoted.kind === 'refused') return undefined;
  if (!booking.accepts_penalty && !isFullRefund(quoted.cancellation, order)) return undefined;
  killPoint('before:call:cancel-unpaid-order');
  await renewBookingLease(deps, booking);
  const confirmed = await flightProvider.confirmCancellation(booking.mode, quoted.cancellation.id);
  killPoint('after:call:cancel-unpaid-order');
  return confirmed.kind === 'succeeded' ? true : undefined;
}

/** From `releasing`: cancels an order that cannot be captured if the refund is full or support accepts less, else flags the booking for review. */
export async function resolveUnpaidOrder(deps: Deps, booking: Booking): Promise<Booking> {
  if (booking.order_id) {
    const isCancelled = await cancelUnpaidOrder(deps, booking, booking.order_id).catch(
      async (error: Error) => {
        if (!(await isRetryPeriodOver(deps, booking))) throw error;
        return undefined;
      },
    );
    if (isCancelled) return transitionBooking(deps, booking, 'voiding');
  }
  const { state } = await getPayment(deps.db, booking.payment_id);
  return flagForReview(deps, booking, 'an order exists that was not paid for', {
    // The card was released before the order was known.
    kind: state === 'voided' ? 'late_order' : 'booking',
  });
}
