import { parseMinor } from '@fareline/contracts';
import type { Deps } from '../deps.ts';
import type { PlacedOrder, ProviderCancellation } from '../duffel/flight-provider.ts';
import { flagForReview } from './flag-for-review.ts';
import { isRetryPeriodOver, transitionBooking, type Booking } from './booking.repository.ts';

const isFullRefund = ({ refundAmount, refundCurrency }: ProviderCancellation, order: PlacedOrder) => {
  const refunded = parseMinor(refundAmount ?? '', refundCurrency ?? '');
  const paid = parseMinor(order.amount, order.currency);
  return (
    refundCurrency === order.currency && refunded !== undefined && paid !== undefined && refunded >= paid
  );
};

/** True when the order is gone and all of its money back; undefined when a person has to decide. */
async function cancelUnpaidOrder(
  { flightProvider: duffel, killPoint }: Deps,
  booking: Booking,
  orderId: string,
) {
  const order = await duffel.getOrder(booking.mode, orderId);
  if (order.isCancelled) return true;
  const quoted = await duffel.requestCancellation(booking.mode, orderId);
  if (quoted.kind === 'refused' || !isFullRefund(quoted.cancellation, order)) return undefined;
  killPoint('before:call:release-order');
  const confirmed = await duffel.confirmCancellation(booking.mode, quoted.cancellation.id);
  killPoint('after:call:release-order');
  return confirmed.kind === 'offered' ? true : undefined;
}

/** From `releasing`: there is an order, but its money cannot be taken. Cancelled where nothing is lost by it, else a person decides. */
export async function resolveUnpaidOrder(deps: Deps, booking: Booking): Promise<Booking> {
  if (booking.order_id) {
    const isGone = await cancelUnpaidOrder(deps, booking, booking.order_id).catch((error: Error) => {
      if (!isRetryPeriodOver(deps, booking)) throw error;
      return undefined;
    });
    if (isGone) return transitionBooking(deps, booking, 'voiding');
  }
  return flagForReview(deps, booking, 'an order stands that was not paid for');
}
