import { parseMinor } from '@fareline/contracts';
import type { Context } from '../context.ts';
import type { PlacedOrder, ProviderCancellation } from '../duffel/duffel-door.ts';
import { putUpForReview } from './review.ts';
import { isGivenUp, moveBooking, type Booking } from './booking-rows.ts';

const comesBackWhole = ({ refundAmount, refundCurrency }: ProviderCancellation, order: PlacedOrder) => {
  const refunded = parseMinor(refundAmount ?? '', refundCurrency ?? '');
  const paid = parseMinor(order.amount, order.currency);
  return (
    refundCurrency === order.currency && refunded !== undefined && paid !== undefined && refunded >= paid
  );
};

/** True when the order is gone and all of its money back; undefined when a person has to decide. */
async function giveOrderBack({ duffel, killPoint }: Context, booking: Booking, orderId: string) {
  const order = await duffel.getOrder(booking.mode, orderId);
  if (order.isCancelled) return true;
  const offered = await duffel.offerCancellation(booking.mode, orderId);
  if (offered.kind === 'refused' || !comesBackWhole(offered.cancellation, order)) return undefined;
  killPoint('before:call:release-order');
  const confirmed = await duffel.confirmCancellation(booking.mode, offered.cancellation.id);
  killPoint('after:call:release-order');
  return confirmed.kind === 'offered' ? true : undefined;
}

/** From `releasing`: there is an order, but its money cannot be taken. Cancelled where nothing is lost by it, else a person decides. */
export async function releaseOrder(context: Context, booking: Booking): Promise<Booking> {
  if (booking.order_id) {
    const isGone = await giveOrderBack(context, booking, booking.order_id).catch((error: Error) => {
      if (!isGivenUp(context, booking)) throw error;
      return undefined;
    });
    if (isGone) return moveBooking(context, booking, 'voiding');
  }
  return putUpForReview(context, booking, 'an order stands that was not paid for');
}
