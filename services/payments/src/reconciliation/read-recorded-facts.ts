import type { Mode } from '@fareline/contracts';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { sql } from 'kysely';
import { changedMinor } from '../amendments/amendment.repository.ts';
import { isReturned } from '../refunds/paid-payments.ts';
import type { BookingState, Database, PaymentState } from '../db/schema.ts';
import type { RecordedFacts } from './compare-ledger.ts';
import type { ProviderLedger } from '../ledger/provider-ledger.ts';

/** A step works on these unless their booking is settled. */
const openPaymentStates: readonly PaymentState[] = ['authorising', 'challenged', 'capturing', 'voiding'];
const settledBookingStates: readonly BookingState[] = [
  'confirmed',
  'completed',
  'cancelled',
  'cancelled_by_airline',
  'voided',
];

/** A payment is at most this much older than its booking's entries, so these may lie before the period. */
const marginMs = 3_600_000;

interface Period {
  mode: Mode;
  since: Date;
  /** What changed later is compared at the next run; at the latest the time at which the ledger was asked for. */
  settledBefore: Date;
  ledger: ProviderLedger;
}

/** What both sides have to say about the same payments and bookings. */
export interface Comparable {
  ledger: ProviderLedger;
  recorded: RecordedFacts;
}

/**
 * Reads the rows of the period and those that the ledger refers to, and leaves out of both what is still worked on. The ledger is read before the rows, so every entry of ours has a row. (REVIEW-06)
 */
export async function readRecordedFacts(
  db: Database,
  { mode, since, settledBefore, ledger }: Period,
): Promise<Comparable> {
  const recentSince = new Date(since.getTime() + marginMs);
  const isSettledLongEnough = sql<boolean>`state_since < ${settledBefore}`;
  const bookingIds = ledger.orders.map(({ bookingId }) => bookingId ?? '').filter(isUuid);
  const paymentIds = ledger.intents.map(({ paymentId }) => paymentId ?? '').filter(isUuid);
  const intentIds = ledger.refunds.map(({ intentId }) => intentId);

  const payments = await db
    .selectFrom('payments')
    .select(['id', 'booking_id', 'intent_id', 'state', 'amount_minor', 'currency'])
    .select([isSettledLongEnough.as('isSettled'), isReturned.as('isReturned')])
    .select(sql<boolean>`created_at >= ${recentSince}`.as('isRecent'))
    .where('mode', '=', mode)
    .where((eb) =>
      eb.or([
        eb('created_at', '>=', since),
        eb('id', '=', anyOf(paymentIds, 'uuid')),
        eb('intent_id', '=', anyOf(intentIds, 'text')),
        eb('booking_id', '=', anyOf(bookingIds, 'uuid')),
      ]),
    )
    .execute();
  const bookings = await db
    .selectFrom('bookings')
    .select(['id', 'payment_id', 'state', 'amount_minor', 'currency'])
    .select(['order_id', 'provider_amount', 'provider_currency'])
    .select([isSettledLongEnough.as('isSettled'), sql<boolean>`created_at >= ${recentSince}`.as('isRecent')])
    .select(
      sql<number>`(select coalesce(sum(${changedMinor}), 0) from amendments changes
        where changes.booking_id = bookings.id and changes.kind in ('flights', 'bags') and changes.state = 'done')::float8`.as(
        'changed_minor',
      ),
    )
    .where((eb) =>
      eb.or([
        eb('payment_id', '=', anyIdOf(payments)),
        eb('id', '=', anyOf(payments.map(({ booking_id }) => booking_id ?? '').filter(isUuid), 'uuid')),
      ]),
    )
    .execute();
  const cancellations = await db
    .selectFrom('amendments')
    .select(['id', 'booking_id', 'refund_minor'])
    .select(sql<boolean>`coalesce(done_at >= ${recentSince}, false)`.as('isRecent'))
    .where('kind', '=', 'cancellation')
    .where('state', 'in', ['agreed', 'done'])
    .where('booking_id', '=', anyIdOf(bookings))
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'provider_id', 'state', 'amount_minor'])
    .select(['cancellation_id', 'action_id', 'is_advance'])
    .select(
      sql<boolean>`coalesce(made_at >= ${recentSince} and made_at < ${settledBefore}, false)`.as('isRecent'),
    )
    .where('payment_id', '=', anyIdOf(payments))
    .execute();
  const returnedPayments = new Set(payments.filter((payment) => payment.isReturned).map(({ id }) => id));
  const unpaidRefunds = new Set(
    refunds
      .filter(({ state, payment_id }) => state === 'due' && !returnedPayments.has(payment_id))
      .map(({ payment_id }) => payment_id),
  );

  const queued = await readQueued(db, bookings, payments);
  const unsettledPayments = new Set(payments.filter(({ isSettled }) => !isSettled).map(({ id }) => id));
  const paymentsByBooking = Map.groupBy(payments, ({ booking_id }) => booking_id);
  const listPayments = ({ id, payment_id }: (typeof bookings)[number]) => [
    payment_id,
    ...(paymentsByBooking.get(id) ?? []).map((payment) => payment.id),
  ];
  const isSettledBooking = ({ id, state, isSettled }: (typeof bookings)[number]) =>
    isSettled && (state === 'needs_review' ? !queued.has(id) : settledBookingStates.includes(state));
  const isOpenBooking = (booking: (typeof bookings)[number]) =>
    !isSettledBooking(booking) ||
    listPayments(booking).some((id) => unsettledPayments.has(id) || unpaidRefunds.has(id));
  const openBookings = new Set(bookings.filter(isOpenBooking).map(({ id }) => id));
  const bookingIdsByPayment = new Map(
    bookings.flatMap((booking) => listPayments(booking).map((id) => [id, booking.id])),
  );
  const known = new Set<string | null>(bookings.map(({ id }) => id));
  const orphanPayments = new Set(
    ledger.orders
      .filter(({ isCancelled, bookingId }) => !isCancelled && !known.has(bookingId))
      .map(({ paymentId }) => paymentId),
  );
  const isOpenPayment = ({ id, state, isSettled }: (typeof payments)[number]) => {
    const bookingId = bookingIdsByPayment.get(id);
    if (!isSettled) return true;
    // In whatever state the payment of a settled booking is, no step leaves it.
    if (bookingId !== undefined) return openBookings.has(bookingId);
    // With an order that has no booking the two are one other difference.
    if (state === 'captured') return queued.has(id) && !orphanPayments.has(id);
    return openPaymentStates.includes(state);
  };
  const openPayments = new Set(payments.filter(isOpenPayment).map(({ id }) => id));
  const openIntents = new Set(
    [
      ...payments.filter(({ id }) => openPayments.has(id)).map(({ intent_id }) => intent_id),
      ...ledger.intents.filter(({ paymentId }) => openPayments.has(paymentId ?? '')).map(({ id }) => id),
    ].filter((id) => id !== null),
  );
  return {
    ledger: {
      intents: ledger.intents.filter(({ id }) => !openIntents.has(id)),
      refunds: ledger.refunds.filter(({ intentId }) => !openIntents.has(intentId)),
      orders: ledger.orders.filter(
        ({ bookingId, paymentId }) =>
          !openBookings.has(bookingId ?? '') &&
          // An order without a booking is one difference with its payment, once no step works on that.
          (known.has(bookingId) || !openPayments.has(paymentId ?? '')),
      ),
      disputes: ledger.disputes,
    },
    recorded: {
      payments: payments.filter(({ id }) => !openPayments.has(id)),
      bookings: bookings.filter(({ id }) => !openBookings.has(id)),
      cancellations: cancellations.filter(({ booking_id }) => !openBookings.has(booking_id)),
      refunds: refunds.filter(({ payment_id }) => !openPayments.has(payment_id)),
    },
  };
}

/** The ids of those that are in the review queue. One whose cases were closed is compared again, because no step ends it. (LEDGER-04) */
async function readQueued(
  db: Database,
  bookings: readonly { id: string }[],
  payments: readonly { id: string }[],
): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('review_cases')
    .select(['booking_id', 'payment_id'])
    .where('closed_at', 'is', null)
    .where((eb) =>
      eb.or([eb('booking_id', '=', anyIdOf(bookings)), eb('payment_id', '=', anyIdOf(payments))]),
    )
    .execute();
  return new Set(rows.flatMap(({ booking_id, payment_id }) => [booking_id, payment_id]));
}

/** One parameter for any number of values. */
const anyOf = (values: readonly string[], type: 'uuid' | 'text') =>
  sql<string>`any(${values}::${sql.raw(type)}[])`;

const anyIdOf = (rows: readonly { id: string }[]) =>
  anyOf(
    rows.map(({ id }) => id),
    'uuid',
  );
