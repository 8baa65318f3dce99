import { parseMinor } from '@fareline/contracts';
import { getPayment, transitionPayment } from '../cards/payment.repository.ts';
import type { Deps } from '../deps.ts';
import type { PlacedOrder, ProviderCancellation } from '../duffel/flight-provider.ts';
import { hasMoney } from '../ledger/provider-ledger.ts';
import { defineStep, type Answer } from '../steps/step.ts';
import { flagForReview } from './flag-for-review.ts';
import { transitionBooking, type Booking } from './booking.repository.ts';

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

/** `unpaid`: an operator decides. `paid`: the card was charged meanwhile. */
interface Kept {
  why: 'unpaid' | 'paid';
}

const unpaid = { kind: 'refused', reason: { why: 'unpaid' } } as const;

/** Cancels with a full refund, unless support accepts less. */
async function call(deps: Deps, booking: Booking): Promise<Answer<undefined, Kept>> {
  const { flightProvider } = deps;
  const { mode } = booking;
  const orderId = booking.order_id ?? '';
  const order = await flightProvider.getOrder(mode, orderId);
  const quoted = await flightProvider.requestCancellation(mode, orderId);
  if (quoted.kind === 'refused') return unpaid;
  if (!booking.accepts_penalty && !isFullRefund(quoted.cancellation, order)) return unpaid;
  const confirmed = await flightProvider.confirmCancellation(mode, quoted.cancellation.id);
  if (confirmed.kind === 'refused') return unpaid;
  return confirmed.cancellation.isConfirmed
    ? { kind: 'done', outcome: undefined }
    : { kind: 'doubt', cause: new Error('the cancellation is not confirmed') };
}

/** From `releasing`: cancels an order that cannot be captured if the refund is full or support accepts less, else flags the booking for review. */
export const cancelUnpaidOrderStep = defineStep<Booking, undefined, Kept>({
  name: 'cancel-unpaid-order',
  from: ['releasing'],
  async look({ flightProvider }, { mode, order_id }) {
    if (order_id === null) return { kind: 'gone', reason: { why: 'unpaid' } };
    const { isCancelled } = await flightProvider.getOrder(mode, order_id);
    return isCancelled ? { kind: 'done', outcome: undefined } : { kind: 'absent' };
  },
  ready: async (deps, booking) =>
    (await findMoney(deps, booking)) === 'captured' ? { refused: { why: 'paid' } } : 'now',
  call,
  settleMs: ({ config }) => config.ORDER_SETTLE_MS,
  absent: 'call',
  record: (deps, booking) => transitionBooking(deps, booking, 'voiding'),
  async refuse(deps, booking, { why }) {
    if (why === 'unpaid') return flagUnpaid(deps, booking);
    await transitionPayment(deps, await getPayment(deps.db, booking.payment_id), 'captured');
    return flagForReview(deps, booking, 'an order that was to be cancelled is paid for');
  },
  giveUp: flagUnpaid,
});

async function flagUnpaid(deps: Deps, booking: Booking): Promise<Booking> {
  const { state } = await getPayment(deps.db, booking.payment_id);
  return flagForReview(deps, booking, 'an order exists that was not paid for', {
    // The payment was voided before the order was known.
    kind: state === 'voided' ? 'late_order' : 'booking',
  });
}
