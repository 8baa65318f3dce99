import type { Selectable } from 'kysely';
import { bookedStates, cancelledStates } from '../bookings/booking.repository.ts';
import type {
  BookingsTable,
  AmendmentsTable,
  PaymentsTable,
  PaymentState,
  RefundsTable,
} from '../db/schema.ts';
import {
  hasMoney,
  type LedgerIntent,
  type LedgerOrder,
  type ProviderLedger,
} from '../ledger/provider-ledger.ts';

type RecordedPayment = Pick<
  Selectable<PaymentsTable>,
  'id' | 'booking_id' | 'intent_id' | 'state' | 'amount_minor' | 'currency'
> & {
  /** Made in the period. */
  isRecent?: boolean;
};

type RecordedBooking = Pick<
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

type RecordedRefund = Pick<
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
  'payment_state',
  'intent_id',
  'captured_without_booking',
  'capture_missing',
  'capture_amount',
  'booking_unknown',
  'booking_state',
  'order_unknown',
  'order_id',
  'order_without_booking',
  'order_missing',
  'order_cancelled',
  'order_amount',
  'refund_unknown',
  'refund_id',
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
  /** Ids of our rows, or of the booking that an intent names; null without one. */
  paymentId: string | null;
  bookingId: string | null;
}

/** A payment in one of these states has no money. */
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

/** Refunded amounts by intent, in minor units. */
export function sumRefunds({ refunds }: ProviderLedger): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { intentId, state, minor } of refunds)
    if (state !== 'failed') sums.set(intentId, (sums.get(intentId) ?? 0) + minor);
  return sums;
}

/** Ids of our refunds that the card provider has, though not with the id that is recorded. */
function listRenamedRefunds({ refunds }: ProviderLedger, recorded: RecordedFacts['refunds']) {
  const ids = new Set<string | null>(refunds.flatMap(({ id, refundId }) => [id, refundId]));
  return new Set<string | null>(
    recorded
      .filter(({ id, provider_id }) => provider_id !== null && ids.has(id) && !ids.has(provider_id))
      .map(({ id }) => id),
  );
}

/** A booking by the payment with which it was made, and by those of its changes. */
const mapByPayment = (payments: RecordedFacts['payments'], bookings: RecordedFacts['bookings']) => {
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  return new Map([
    ...payments.flatMap(({ id, booking_id }) => {
      const booking = byId.get(booking_id ?? '');
      return booking ? [[id, booking] as const] : [];
    }),
    ...bookings.map((booking) => [booking.payment_id, booking] as const),
  ]);
};

const indexFacts = (ledger: ProviderLedger, { payments, bookings, refunds }: RecordedFacts) => ({
  payments: new Map(payments.map((payment) => [payment.id, payment])),
  paymentsByIntent: new Map(payments.map((payment) => [payment.intent_id, payment])),
  bookings: new Map(bookings.map((booking) => [booking.id, booking])),
  bookingsByPayment: mapByPayment(payments, bookings),
  /** The capture, else the authorisation. */
  intentsByPayment: new Map(
    ledger.intents
      .filter(({ state, paymentId }) => hasMoney(state) && paymentId !== null)
      .toSorted((one, other) => one.state.localeCompare(other.state))
      .map((intent) => [intent.paymentId, intent]),
  ),
  standingOrders: ledger.orders.filter(({ isCancelled }) => !isCancelled),
  refundedMinor: sumRefunds(ledger),
  recordedRefunds: new Map(refunds.map((refund) => [refund.provider_id, refund])),
  failedAdvances: refunds.filter(({ state, is_advance }) => state === 'failed' && is_advance),
  refundedCancellations: new Set(refunds.map(({ cancellation_id }) => cancellation_id)),
  intents: new Map(ledger.intents.map((intent) => [intent.id, intent])),
  orders: new Map(ledger.orders.map((order) => [order.id, order])),
  refunds: new Map(ledger.refunds.map((refund) => [refund.id, refund])),
  renamedRefunds: listRenamedRefunds(ledger, refunds),
});
type Index = ReturnType<typeof indexFacts>;

const isBooked = (booking: RecordedBooking | undefined): boolean =>
  booking !== undefined && [...bookedStates, ...cancelledStates].includes(booking.state);

function* compareIntents({ intents }: ProviderLedger, index: Index): Generator<Finding> {
  for (const intent of intents) {
    if (!hasMoney(intent.state) || intent.paymentId === null) continue;
    const payment = index.payments.get(intent.paymentId);
    const booking = index.bookingsByPayment.get(intent.paymentId);
    const kind = payment
      ? compareIntent({ ...intent, paymentId: payment.id }, payment, booking, index)
      : findOrphanOrder(intent.paymentId, index)
        ? undefined
        : 'payment_unknown';
    const subject = kind === 'booking_state' && booking ? booking.id : intent.id;
    const bookingId = booking?.id ?? intent.bookingId;
    if (kind) yield { kind, subject, paymentId: payment?.id ?? null, bookingId };
  }
}

/** An order that is joined with the intent as one difference, because no booking is known of either. */
const findOrphanOrder = (paymentId: string, { orders, bookings, intentsByPayment }: Index) =>
  [...orders.values()].find(
    (order) =>
      order.paymentId === paymentId &&
      order.bookingId !== null &&
      !bookings.has(order.bookingId) &&
      isToBeJoined(order, intentsByPayment.get(paymentId)),
  );

/** A cancelled order only with a charge, of which the airline may keep a part. */
const isToBeJoined = ({ isCancelled }: LedgerOrder, intent: LedgerIntent | undefined): boolean =>
  intent !== undefined && (!isCancelled || intent.state === 'captured');

function compareIntent(
  { id, paymentId, state, receivedMinor, currency }: LedgerIntent & { paymentId: string },
  payment: RecordedPayment,
  booking: RecordedBooking | undefined,
  index: Index,
): FindingKind | undefined {
  const isOwn = payment.intent_id === id;
  const isIdLost = !isOwn && !index.intents.has(payment.intent_id ?? '');
  const isUnpaid = unpaidStates.includes(payment.state);
  if (!booking && findOrphanOrder(paymentId, index)) return undefined;
  if (booking && !isBooked(booking) && findStandingOrder(booking, index)) return 'booking_state';
  if (state === 'authorised') {
    if (isUnpaid) return 'authorisation_left';
    if (!isOwn) return isIdLost ? 'intent_id' : 'authorisation_left';
    return booking?.state === 'needs_review' ? 'payment_state' : undefined;
  }
  if (!isBooked(booking)) {
    const refundedMinor = index.refundedMinor.get(id);
    return refundedMinor !== undefined && refundedMinor >= receivedMinor
      ? undefined
      : 'captured_without_booking';
  }
  if (!isOwn) return isIdLost ? 'intent_id' : 'captured_without_booking';
  if (payment.state !== 'captured') return 'payment_state';
  const isAgreed = payment.amount_minor === receivedMinor && payment.currency === currency;
  const isTotal =
    booking?.payment_id !== paymentId ||
    (booking.amount_minor - booking.changed_minor === receivedMinor && booking.currency === currency);
  return isAgreed && isTotal ? undefined : 'capture_amount';
}

function* comparePayments({ payments, bookings }: RecordedFacts, index: Index): Generator<Finding> {
  for (const { id: bookingId, payment_id: paymentId, state, isRecent } of bookings) {
    const paymentState = index.payments.get(paymentId)?.state;
    const isPaid = bookedStates.includes(state) ? paymentState !== 'settled' : paymentState === 'captured';
    if (isRecent && isPaid && index.intentsByPayment.get(paymentId)?.state !== 'captured')
      yield { kind: 'capture_missing', subject: paymentId, paymentId, bookingId };
  }
  // The payment of a change is not the first one of its booking.
  for (const { id: paymentId, booking_id: bookingId, state, isRecent = false } of payments)
    if (
      isRecent &&
      state === 'captured' &&
      index.bookings.get(bookingId ?? '')?.payment_id !== paymentId &&
      index.bookingsByPayment.has(paymentId) &&
      index.intentsByPayment.get(paymentId)?.state !== 'captured'
    )
      yield { kind: 'capture_missing', subject: paymentId, paymentId, bookingId };
}

const findStandingOrder = ({ id }: RecordedBooking, { standingOrders }: Index): LedgerOrder | undefined =>
  standingOrders.find(({ bookingId }) => bookingId === id);

function* compareOrders({ orders }: ProviderLedger, index: Index): Generator<Finding> {
  for (const order of orders) {
    if (order.bookingId === null) continue;
    const booking = index.bookings.get(order.bookingId);
    const intent = index.intentsByPayment.get(booking?.payment_id ?? order.paymentId ?? '');
    const ids = { paymentId: booking?.payment_id ?? null, bookingId: booking?.id ?? null };
    if (booking) {
      const kind = compareOrder(order, booking, intent, index);
      if (kind) yield { kind, subject: order.id, ...ids };
    } else if (isToBeJoined(order, intent)) {
      const paymentId = index.payments.get(order.paymentId ?? '')?.id ?? null;
      yield { kind: 'booking_unknown', subject: order.bookingId, ...ids, paymentId };
    } else if (!order.isCancelled) yield { kind: 'order_unknown', subject: order.id, ...ids };
  }
}

function compareOrder(
  { id, isCancelled, amount, currency }: LedgerOrder,
  booking: RecordedBooking,
  intent: LedgerIntent | undefined,
  index: Index,
): FindingKind | undefined {
  if (!bookedStates.includes(booking.state)) {
    // With money of the card it is one difference, which the intent shows.
    const isShown = isCancelled || (intent !== undefined && !isBooked(booking));
    return isShown ? undefined : 'order_without_booking';
  }
  if (booking.order_id === id) {
    if (isCancelled) return 'order_cancelled';
    const isAgreed = amount === booking.provider_amount && currency === booking.provider_currency;
    return isAgreed ? undefined : 'order_amount';
  }
  if (isCancelled) return undefined;
  return index.orders.has(booking.order_id ?? '') ? 'order_without_booking' : 'order_id';
}

function* compareBookings({ bookings }: RecordedFacts, index: Index): Generator<Finding> {
  for (const booking of bookings) {
    const { id: bookingId, payment_id: paymentId, state, order_id, isRecent } = booking;
    const isExpected = isRecent && bookedStates.includes(state) && !index.orders.has(order_id ?? '');
    if (isExpected && !findStandingOrder(booking, index))
      yield { kind: 'order_missing', subject: bookingId, paymentId, bookingId };
  }
}

function* compareRefunds({ refunds }: ProviderLedger, index: Index): Generator<Finding> {
  for (const { id: subject, refundId, intentId, state, minor } of refunds) {
    const payment = index.paymentsByIntent.get(intentId);
    // The account may have payments of other systems.
    if (!payment) continue;
    const { id: paymentId, booking_id: bookingId } = payment;
    const recorded = index.recordedRefunds.get(subject);
    if (!recorded && index.renamedRefunds.has(refundId)) {
      yield { kind: 'refund_id', subject, paymentId, bookingId };
      continue;
    }
    const isOwn = recorded?.id === refundId;
    const isByHand = !isOwn && recorded?.cancellation_id === null && recorded.action_id === null;
    if ((!recorded || isByHand) && state !== 'failed')
      yield { kind: 'refund_unknown', subject, paymentId, bookingId };
    if (!recorded) continue;
    if (state !== recorded.state) yield { kind: 'refund_state', subject, paymentId, bookingId };
    if (minor !== recorded.amount_minor) yield { kind: 'refund_amount', subject, paymentId, bookingId };
  }
}

function* compareRecordedRefunds({ refunds }: RecordedFacts, index: Index): Generator<Finding> {
  for (const { id, provider_id: subject, payment_id: paymentId, state, isRecent } of refunds) {
    if (!isRecent || !subject || state === 'failed' || index.refunds.has(subject)) continue;
    if (index.renamedRefunds.has(id)) continue;
    const bookingId = index.bookingsByPayment.get(paymentId)?.id ?? null;
    yield { kind: 'refund_missing', subject, paymentId, bookingId };
  }
}

function* compareCancellations({ cancellations }: RecordedFacts, index: Index): Generator<Finding> {
  for (const { id, booking_id: bookingId, refund_minor, isRecent } of cancellations) {
    const booking = index.bookings.get(bookingId);
    if (!isRecent || booking?.state !== 'cancelled') continue;
    // What is owed because an advance has failed is in the case of that refund.
    const failedMinor = index.failedAdvances
      .filter(({ payment_id }) => index.bookingsByPayment.get(payment_id) === booking)
      .reduce((sum, { amount_minor }) => sum + amount_minor, 0);
    if (refund_minor > failedMinor && !index.refundedCancellations.has(id))
      yield { kind: 'refund_missing', subject: bookingId, paymentId: booking.payment_id, bookingId };
  }
}
