import type { Selectable } from 'kysely';
import type { AmendmentsTable, BookingsTable, PaymentsTable, RefundsTable } from '../db/schema.ts';
import type {
  LedgerDispute,
  LedgerIntent,
  LedgerOrder,
  LedgerRefund,
  ProviderLedger,
} from './provider-ledger.ts';

export type RecordedPayment = Pick<
  Selectable<PaymentsTable>,
  'id' | 'booking_id' | 'intent_id' | 'state' | 'amount_minor' | 'currency'
> & {
  /** Made in the period. */
  isRecent?: boolean;
};

export type RecordedBooking = Pick<
  Selectable<BookingsTable>,
  | 'id'
  | 'payment_id'
  | 'state'
  | 'amount_minor'
  | 'currency'
  | 'order_id'
  | 'provider_amount'
  | 'provider_currency'
> & {
  /** What changes have added to the amount of its first payment. (TRIP-03) */
  changed_minor: number;
  /** Made in the period, so that the providers' entries must be in the ledger. */
  isRecent: boolean;
};

type RecordedCancellation = Pick<Selectable<AmendmentsTable>, 'id' | 'booking_id' | 'refund_minor'> & {
  /** Confirmed in the period. */
  isRecent: boolean;
};

export type RecordedRefund = Pick<
  Selectable<RefundsTable>,
  | 'id'
  | 'payment_id'
  | 'provider_id'
  | 'state'
  | 'amount_minor'
  | 'cancellation_id'
  | 'action_id'
  | 'is_advance'
> & {
  /** Made in the period, so that it must be in the ledger. */
  isRecent: boolean;
};

/** The rows of the period, and those that the providers' entries refer to. */
export interface RecordedFacts<
  Booking extends RecordedBooking = RecordedBooking,
  Payment extends RecordedPayment = RecordedPayment,
> {
  bookings: readonly Booking[];
  payments: readonly Payment[];
  cancellations: readonly RecordedCancellation[];
  refunds: readonly RecordedRefund[];
}

/** What both sides have of one booking, or of a payment or an order without one. */
export interface Pair<
  Booking extends RecordedBooking = RecordedBooking,
  Payment extends RecordedPayment = RecordedPayment,
> {
  booking?: Booking;
  payments: Payment[];
  cancellations: RecordedCancellation[];
  recordedRefunds: RecordedRefund[];
  intents: LedgerIntent[];
  orders: LedgerOrder[];
  refunds: LedgerRefund[];
  disputes: LedgerDispute[];
}

/** Pairs entries with rows by the ids that they have of each other. Returns the pairs, and the pair of each id. */
export function pairEntries<Booking extends RecordedBooking, Payment extends RecordedPayment>(
  ledger: ProviderLedger,
  recorded: RecordedFacts<Booking, Payment>,
) {
  const pairs: Pair<Booking, Payment>[] = [];
  const byId = new Map<string | null, Pair<Booking, Payment>>();
  /** The pair of the first known id, which is then that of the others too, unless they have one. */
  function pairOf(...ids: (string | null)[]): Pair<Booking, Payment> {
    let pair = ids.map((id) => byId.get(id)).find((known) => known !== undefined);
    if (!pair) {
      const rows = { payments: [], cancellations: [], recordedRefunds: [] };
      pair = { ...rows, intents: [], orders: [], refunds: [], disputes: [] };
      pairs.push(pair);
    }
    for (const id of ids) if (id !== null && !byId.has(id)) byId.set(id, pair);
    return pair;
  }
  for (const booking of recorded.bookings) pairOf(booking.id, booking.payment_id).booking = booking;
  for (const payment of recorded.payments) pairOf(payment.id, payment.booking_id).payments.push(payment);
  // What the providers are said to have is weaker than our own ids, because such rows may have been edited.
  for (const { id, intent_id } of recorded.payments) pairOf(id, intent_id);
  for (const row of recorded.refunds)
    pairOf(row.payment_id, row.id, row.provider_id).recordedRefunds.push(row);
  for (const row of recorded.cancellations) pairOf(row.booking_id).cancellations.push(row);
  for (const intent of ledger.intents) pairOf(intent.paymentId, intent.id).intents.push(intent);
  for (const { id, order_id } of recorded.bookings) pairOf(id, order_id);
  for (const order of ledger.orders) pairOf(order.bookingId, order.paymentId, order.id).orders.push(order);
  for (const refund of ledger.refunds)
    pairOf(refund.id, refund.intentId, refund.refundId).refunds.push(refund);
  for (const dispute of ledger.disputes) pairOf(dispute.id, dispute.intentId).disputes.push(dispute);
  return { pairs, byId };
}
