import { bookedStates, cancelledStates } from '../bookings/booking.repository.ts';
import type { PaymentState } from '../db/schema.ts';
import {
  pairEntries,
  type Pair,
  type RecordedBooking,
  type RecordedFacts,
  type RecordedPayment,
  type RecordedRefund,
} from '../ledger/pair-entries.ts';
import {
  hasMoney,
  type LedgerIntent,
  type LedgerOrder,
  type LedgerRefund,
  type ProviderLedger,
} from '../ledger/provider-ledger.ts';

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

export const compareLedger = (ledger: ProviderLedger, recorded: RecordedFacts): Finding[] =>
  comparePairs(pairEntries(ledger, recorded).pairs);

/**
 * Compares the entries of the providers with the rows, both ways. The caller leaves out what a step still works on, which differs as a
 * matter of course. (REVIEW-06)
 */
export const comparePairs = (pairs: readonly Pair[]): Finding[] =>
  [
    compareIntents,
    comparePayments,
    compareOrders,
    compareBooking,
    compareRefunds,
    compareRecordedRefunds,
    compareCancellations,
  ].flatMap((compare) => pairs.flatMap((pair) => [...compare(pair)]));

/** Whether nothing is left of a charge. */
export const isRefunded = ({ id, receivedMinor }: LedgerIntent, { refunds }: Pair): boolean =>
  receivedMinor > 0 &&
  receivedMinor <=
    refunds
      .filter(({ intentId, state }) => intentId === id && state !== 'failed')
      .reduce((sum, { minor }) => sum + minor, 0);

const isBooked = (booking: RecordedBooking | undefined): boolean =>
  booking !== undefined && [...bookedStates, ...cancelledStates].includes(booking.state);

const isCharged = ({ intents }: Pair, payment: string): boolean =>
  intents.some(({ paymentId, state }) => paymentId === payment && state === 'captured');

const isPaid = ({ intents }: Pair, payment: string | null): boolean =>
  intents.some(({ paymentId, state }) => paymentId !== null && paymentId === payment && hasMoney(state));

const hasStandingOrder = ({ booking, orders }: Pair): boolean =>
  orders.some(({ isCancelled, bookingId }) => !isCancelled && bookingId === booking?.id);

/** Whether order and intent are one difference, because no booking is known of either. A cancelled order only with a charge, of which the airline may keep a part. */
const isToBeJoined = ({ isCancelled, paymentId }: LedgerOrder, pair: Pair): boolean =>
  paymentId !== null && (isCancelled ? isCharged : isPaid)(pair, paymentId);

function* compareIntents(pair: Pair): Generator<Finding> {
  const { booking, payments, intents, orders } = pair;
  if (!booking && orders.some((order) => order.bookingId !== null && isToBeJoined(order, pair))) return;
  for (const intent of intents) {
    if (!hasMoney(intent.state) || intent.paymentId === null) continue;
    const payment = payments.find(({ id }) => id === intent.paymentId);
    const kind = payment ? compareIntent(intent, payment, pair) : 'payment_unknown';
    const subject = kind === 'booking_state' && booking ? booking.id : intent.id;
    const bookingId = booking?.id ?? intent.bookingId;
    if (kind) yield { kind, subject, paymentId: payment?.id ?? null, bookingId };
  }
}

function compareIntent(intent: LedgerIntent, payment: RecordedPayment, pair: Pair): FindingKind | undefined {
  const { booking, intents } = pair;
  const { id, state, receivedMinor, currency } = intent;
  const isOwn = payment.intent_id === id;
  const isIdLost = !isOwn && !intents.some((other) => other.id === payment.intent_id);
  if (booking && !isBooked(booking) && hasStandingOrder(pair)) return 'booking_state';
  if (state === 'authorised') {
    if (unpaidStates.includes(payment.state)) return 'authorisation_left';
    if (!isOwn) return isIdLost ? 'intent_id' : 'authorisation_left';
    return booking?.state === 'needs_review' ? 'payment_state' : undefined;
  }
  if (!isBooked(booking)) return isRefunded(intent, pair) ? undefined : 'captured_without_booking';
  if (!isOwn) return isIdLost ? 'intent_id' : 'captured_without_booking';
  if (payment.state !== 'captured') return 'payment_state';
  const isAgreed = payment.amount_minor === receivedMinor && payment.currency === currency;
  const isTotal =
    booking?.payment_id !== payment.id ||
    (booking.amount_minor - booking.changed_minor === receivedMinor && booking.currency === currency);
  return isAgreed && isTotal ? undefined : 'capture_amount';
}

function* comparePayments(pair: Pair): Generator<Finding> {
  const { booking, payments } = pair;
  if (!booking) return;
  for (const { id: paymentId, state, isRecent } of payments) {
    // The payment of a change is not the first one of its booking.
    const isFirst = booking.payment_id === paymentId;
    const isExpected =
      isFirst && bookedStates.includes(booking.state) ? state !== 'settled' : state === 'captured';
    if (isExpected && (isFirst ? booking.isRecent : isRecent) && !isCharged(pair, paymentId))
      yield { kind: 'capture_missing', subject: paymentId, paymentId, bookingId: booking.id };
  }
}

function* compareOrders(pair: Pair): Generator<Finding> {
  const { booking, payments, orders } = pair;
  for (const order of orders) {
    if (order.bookingId === null) continue;
    const unknown = { paymentId: null, bookingId: null };
    if (booking?.id === order.bookingId) {
      const kind = compareOrder(order, booking, pair);
      if (kind) yield { kind, subject: order.id, paymentId: booking.payment_id, bookingId: booking.id };
    } else if (isToBeJoined(order, pair)) {
      const paymentId = payments.find(({ id }) => id === order.paymentId)?.id ?? null;
      yield { kind: 'booking_unknown', subject: order.bookingId, ...unknown, paymentId };
    } else if (!order.isCancelled) yield { kind: 'order_unknown', subject: order.id, ...unknown };
  }
}

function compareOrder(
  { id, isCancelled, amount, currency }: LedgerOrder,
  booking: RecordedBooking,
  pair: Pair,
): FindingKind | undefined {
  if (!bookedStates.includes(booking.state)) {
    // With money of the card it is one difference, which the intent shows.
    const isShown = isCancelled || (isPaid(pair, booking.payment_id) && !isBooked(booking));
    return isShown ? undefined : 'order_without_booking';
  }
  if (booking.order_id === id) {
    if (isCancelled) return 'order_cancelled';
    const isAgreed = amount === booking.provider_amount && currency === booking.provider_currency;
    return isAgreed ? undefined : 'order_amount';
  }
  if (isCancelled) return undefined;
  return pair.orders.some((order) => order.id === booking.order_id) ? 'order_without_booking' : 'order_id';
}

function* compareBooking(pair: Pair): Generator<Finding> {
  const { booking, orders } = pair;
  if (!booking?.isRecent || !bookedStates.includes(booking.state) || hasStandingOrder(pair)) return;
  const { id: bookingId, payment_id: paymentId, order_id } = booking;
  if (!orders.some(({ id }) => id === order_id))
    yield { kind: 'order_missing', subject: bookingId, paymentId, bookingId };
}

/** Whether the card provider has a refund of ours, though not with the id that is recorded. */
const isRenamed = ({ id, provider_id }: RecordedRefund, refunds: readonly LedgerRefund[]): boolean =>
  provider_id !== null &&
  refunds.some(({ refundId }) => refundId === id) &&
  !refunds.some((refund) => refund.id === provider_id);

function* compareRefunds({ payments, recordedRefunds, refunds }: Pair): Generator<Finding> {
  for (const { id: subject, refundId, intentId, state, minor } of refunds) {
    const payment = payments.find(({ intent_id }) => intent_id === intentId);
    // The account may have payments of other systems.
    if (!payment) continue;
    const ids = { subject, paymentId: payment.id, bookingId: payment.booking_id };
    const recorded = recordedRefunds.find(({ provider_id }) => provider_id === subject);
    if (!recorded) {
      if (recordedRefunds.some((row) => row.id === refundId && isRenamed(row, refunds)))
        yield { kind: 'refund_id', ...ids };
      else if (state !== 'failed') yield { kind: 'refund_unknown', ...ids };
      continue;
    }
    const isOwn = recorded.id === refundId;
    if (!isOwn && recorded.cancellation_id === null && recorded.action_id === null && state !== 'failed')
      yield { kind: 'refund_unknown', ...ids };
    if (state !== recorded.state) yield { kind: 'refund_state', ...ids };
    if (minor !== recorded.amount_minor) yield { kind: 'refund_amount', ...ids };
  }
}

function* compareRecordedRefunds({ booking, recordedRefunds, refunds }: Pair): Generator<Finding> {
  for (const row of recordedRefunds) {
    const { provider_id: subject, payment_id: paymentId, state, isRecent } = row;
    if (!isRecent || !subject || state === 'failed' || isRenamed(row, refunds)) continue;
    if (!refunds.some(({ id }) => id === subject))
      yield { kind: 'refund_missing', subject, paymentId, bookingId: booking?.id ?? null };
  }
}

function* compareCancellations({ booking, cancellations, recordedRefunds }: Pair): Generator<Finding> {
  if (booking?.state !== 'cancelled') return;
  const { id: bookingId, payment_id: paymentId } = booking;
  // What is owed because an advance has failed is in the case of that refund.
  const failedMinor = recordedRefunds
    .filter(({ state, is_advance }) => state === 'failed' && is_advance)
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  for (const { id, refund_minor, isRecent } of cancellations)
    if (
      isRecent &&
      refund_minor > failedMinor &&
      !recordedRefunds.some(({ cancellation_id }) => cancellation_id === id)
    )
      yield { kind: 'refund_missing', subject: bookingId, paymentId, bookingId };
}
