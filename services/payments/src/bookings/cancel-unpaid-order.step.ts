import { parseMinor } from '@fareline/contracts';
import { getPayment, transitionPayment } from '../cards/payment.repository.ts';
import type { Deps } from '../deps.ts';
import type { PlacedOrder, ProviderCancellation } from '../duffel/flight-provider.ts';
import { hasMoney } from '../ledger/provider-ledger.ts';
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

/** The captured or authorised intent of a booking, whatever the rows say. (LEDGER-04) */
export async function findMoney({ db, cardGateway }: Deps, { mode, payment_id }: Booking) {
  const { created_at } = await getPayment(db, payment_id);
  const intent = await cardGateway.findIntent(mode, payment_id, created_at);
  return intent && hasMoney(intent.kind) ? intent.kind : undefined;
}

/** Undefined when an operator has to decide. An order is cancelled with a full refund, unless support accepts less. */
async function cancelUnpaidOrder(
  deps: Deps,
  booking: Booking,
  orderId: string,
): Promise<'paid' | 'cancelled' | undefined> {
  const { flightProvider, killPoint } = deps;
  const order = await flightProvider.getOrder(booking.mode, orderId);
  if (order.isCancelled) return 'cancelled';
  if ((await findMoney(deps, booking)) === 'captured') return 'paid';
  const quoted = await flightProvider.requestCancellation(booking.mode, orderId);
  if (quoted.kind === 'refused') return undefined;
  if (!booking.accepts_penalty && !isFullRefund(quoted.cancellation, order)) return undefined;
  killPoint('before:call:cancel-unpaid-order');
  await renewBookingLease(deps, booking);
  const confirmed = await flightProvider.confirmCancellation(booking.mode, quoted.cancellation.id);
  killPoint('after:call:cancel-unpaid-order');
  return confirmed.kind === 'succeeded' ? 'cancelled' : undefined;
}

/** From `releasing`: cancels an order that cannot be captured if the refund is full or support accepts less, else flags the booking for review. */
export async function resolveUnpaidOrder(deps: Deps, booking: Booking): Promise<Booking> {
  const outcome =
    booking.order_id === null
      ? undefined
      : await cancelUnpaidOrder(deps, booking, booking.order_id).catch(async (error: Error) => {
          if (!(await isRetryPeriodOver(deps, booking))) throw error;
          return undefined;
        });
  if (outcome === 'cancelled') return transitionBooking(deps, booking, 'voiding');
  const payment = await getPayment(deps.db, booking.payment_id);
  if (outcome === 'paid') {
    await transitionPayment(deps, payment, 'captured');
    return flagForReview(deps, booking, 'an order that was to be cancelled is paid for');
  }
  return flagForReview(deps, booking, 'an order exists that was not paid for', {
    // The payment was voided before the order was known.
    kind: payment.state === 'voided' ? 'late_order' : 'booking',
  });
}
