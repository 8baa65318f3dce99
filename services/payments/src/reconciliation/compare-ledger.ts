import type { Selectable } from 'kysely';
import type {
  BookingsTable,
  BookingState,
  CancellationsTable,
  PaymentsTable,
  PaymentState,
  RefundsTable,
} from '../db/schema.ts';
import type { ProviderLedger } from '../ledger/provider-ledger.ts';

type RecordedPayment = Pick<
  Selectable<PaymentsTable>,
  'id' | 'booking_id' | 'intent_id' | 'state' | 'amount_minor' | 'currency'
>;

type RecordedBooking = Pick<
  Selectable<BookingsTable>,
  'id' | 'payment_id' | 'state' | 'order_id' | 'provider_amount' | 'provider_currency'
> & {
  /** Made in the period, so that the providers' entries must be in the ledger. */
  isRecent: boolean;
};

type RecordedCancellation = Pick<Selectable<CancellationsTable>, 'id' | 'booking_id' | 'refund_minor'> & {
  /** Confirmed in the period. */
  isRecent: boolean;
};

type RecordedRefund = Pick<
  Selectable<RefundsTable>,
  'payment_id' | 'provider_id' | 'state' | 'amount_minor' | 'cancellation_id' | 'action_id'
> & {
  /** Made in the period, so that it must be in the ledger. */
  isRecent: boolean;
};

/** The rows of the period, and those that the providers' entries refer to, as far as no step or person still works on them. */
export interface RecordedFacts {
  payments: readonly RecordedPayment[];
  bookings: readonly RecordedBooking[];
  cancellations: readonly RecordedCancellation[];
  refunds: readonly RecordedRefund[];
}

export const findingKinds = [
  'authorisation_left',
  'payment_unknown',
  'captured_without_booking',
  'capture_missing',
  'capture_amount',
  'order_unknown',
  'order_without_booking',
  'order_missing',
  'order_cancelled',
  'order_amount',
  'refund_unknown',
  'refund_missing',
  'refund_amount',
  'refund_state',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** A difference between a provider and the tables. */
export interface Finding {
  kind: FindingKind;
  /** The provider's id, or ours where the provider has nothing; with the kind it names the finding. */
  subject: string;
  paymentId: string | null;
  bookingId: string | null;
}

/** A booking in one of these states has an order and a captured payment. */
const bookedStates: readonly BookingState[] = ['confirmed', 'completed'];
/** A booking in one of these states had both. */
const cancelledStates: readonly BookingState[] = ['cancelled', 'cancelled_by_airline'];
/** A payment in one of these states holds no money. */
const unpaidStates: readonly PaymentState[] = ['declined', 'voided', 'settled'];

/**
 * Compares the entries of the providers with the rows of the same period, both ways. The caller leaves out what a step still works
 * on, which differs as a matter of course. (REVIEW-06)
 */
export function compareLedger(ledger: ProviderLedger, recorded: RecordedFacts): Finding[] {
  const index = indexFacts(ledger, recorded);
  return [
    ...compareIntents(ledger, index),
    ...comparePayments(recorded, index),
    ...compareOrders(ledger, index),
    ...compareBookings(recorded, index),
    ...compareRefunds(ledger, index),
    ...compareRecordedRefunds(recorded, index),
    ...compareCancellations(recorded, index),
  ];
}

const indexFacts = (ledger: ProviderLedger, { payments, bookings, refunds }: RecordedFacts) => ({
  payments: new Map(payments.map((payment) => [payment.id, payment])),
  paymentsByIntent: new Map(payments.map((payment) => [payment.intent_id, payment])),
  bookings: new Map(bookings.map((booking) => [booking.id, booking])),
  bookingsByPayment: new Map(bookings.map((booking) => [booking.payment_id, booking])),
  recordedRefunds: new Map(refunds.map((refund) => [refund.provider_id, refund])),
  refundedCancellations: new Set(refunds.map(({ cancellation_id }) => cancellation_id)),
  intents: new Map(ledger.intents.map((intent) => [intent.id, intent])),
  orders: new Map(ledger.orders.map((order) => [order.id, order])),
  refunds: new Map(ledger.refunds.map((refund) => [refund.id, refund])),
});
type Index = ReturnType<typeof indexFacts>;

const isBooked = (booking: RecordedBooking | undefined): boolean =>
  booking !== undefined && [...bookedStates, ...cancelledStates].includes(booking.state);

function* compareIntents({ intents }: ProviderLedger, index: Index): Generator<Finding> {
  for (const { id: subject, paymentId, state, receivedMinor, currency } of intents) {
    const payment = index.payments.get(paymentId);
    const bookingId = payment?.booking_id ?? null;
    if (!payment) {
      if (state === 'authorised' || state === 'captured')
        yield { kind: 'payment_unknown', subject, paymentId, bookingId };
      continue;
    }
    if (state === 'authorised' && (unpaidStates.includes(payment.state) || payment.intent_id !== subject))
      yield { kind: 'authorisation_left', subject, paymentId, bookingId };
    if (state !== 'captured') continue;
    if (!isBooked(index.bookingsByPayment.get(paymentId)) || payment.intent_id !== subject)
      yield { kind: 'captured_without_booking', subject, paymentId, bookingId };
    else if (receivedMinor !== payment.amount_minor || currency !== payment.currency)
      yield { kind: 'capture_amount', subject, paymentId, bookingId };
  }
}

function* comparePayments({ bookings }: RecordedFacts, index: Index): Generator<Finding> {
  for (const { id: bookingId, payment_id: paymentId, state, isRecent } of bookings) {
    if (!isRecent || !bookedStates.includes(state)) continue;
    const payment = index.payments.get(paymentId);
    if (payment?.state === 'settled') continue;
    const intent = index.intents.get(payment?.intent_id ?? '');
    if (intent?.state !== 'captured')
      yield { kind: 'capture_missing', subject: paymentId, paymentId, bookingId };
  }
}

function* compareOrders({ orders }: ProviderLedger, index: Index): Generator<Finding> {
  for (const { id: subject, bookingId, isCancelled, amount, currency } of orders) {
    const booking = index.bookings.get(bookingId);
    const paymentId = booking?.payment_id ?? null;
    if (!booking) {
      if (!isCancelled) yield { kind: 'order_unknown', subject, paymentId, bookingId };
      continue;
    }
    const isRecorded = bookedStates.includes(booking.state) && booking.order_id === subject;
    if (isRecorded && isCancelled) yield { kind: 'order_cancelled', subject, paymentId, bookingId };
    else if (isRecorded && (amount !== booking.provider_amount || currency !== booking.provider_currency))
      yield { kind: 'order_amount', subject, paymentId, bookingId };
    else if (!isRecorded && !isCancelled)
      yield { kind: 'order_without_booking', subject, paymentId, bookingId };
  }
}

function* compareBookings({ bookings }: RecordedFacts, index: Index): Generator<Finding> {
  for (const { id: bookingId, payment_id: paymentId, state, order_id, isRecent } of bookings)
    if (isRecent && bookedStates.includes(state) && !index.orders.has(order_id ?? ''))
      yield { kind: 'order_missing', subject: bookingId, paymentId, bookingId };
}

function* compareRefunds({ refunds }: ProviderLedger, index: Index): Generator<Finding> {
  for (const { id: subject, intentId, state, minor } of refunds) {
    const payment = index.paymentsByIntent.get(intentId);
    // The account may have payments of other systems.
    if (!payment) continue;
    const { id: paymentId, booking_id: bookingId } = payment;
    const recorded = index.recordedRefunds.get(subject);
    const isByHand = recorded?.cancellation_id === null && recorded.action_id === null;
    if ((!recorded || isByHand) && state !== 'failed')
      yield { kind: 'refund_unknown', subject, paymentId, bookingId };
    if (!recorded) continue;
    if (state !== recorded.state) yield { kind: 'refund_state', subject, paymentId, bookingId };
    if (minor !== recorded.amount_minor) yield { kind: 'refund_amount', subject, paymentId, bookingId };
  }
}

function* compareRecordedRefunds({ refunds }: RecordedFacts, index: Index): Generator<Finding> {
  for (const { provider_id: subject, payment_id: paymentId, state, isRecent } of refunds) {
    if (!isRecent || !subject || state === 'failed' || index.refunds.has(subject)) continue;
    const bookingId = index.bookingsByPayment.get(paymentId)?.id ?? null;
    yield { kind: 'refund_missing', subject, paymentId, bookingId };
  }
}

function* compareCancellations({ cancellations }: RecordedFacts, index: Index): Generator<Finding> {
  for (const { id, booking_id: bookingId, refund_minor, isRecent } of cancellations) {
    const booking = index.bookings.get(bookingId);
    if (!isRecent || booking?.state !== 'cancelled' || refund_minor === 0) continue;
    if (!index.refundedCancellations.has(id))
      yield { kind: 'refund_missing', subject: bookingId, paymentId: booking.payment_id, bookingId };
  }
}
