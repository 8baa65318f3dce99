import type { Mode } from '@fareline/contracts';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { sql } from 'kysely';
import { changedMinor } from '../amendments/amendment.repository.ts';
import { isReturned } from '../refunds/paid-payments.ts';
import type { BookingState, Database, PaymentState } from '../db/schema.ts';
import type { Pair } from '../ledger/pair-entries.ts';
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

type StoredFacts = Awaited<ReturnType<typeof readRecordedFacts>>;

/**
 * Reads the rows of the period and those that the ledger refers to, in a transaction that sees one moment. The ledger is read before
 * the rows, so every entry of ours has a row. (REVIEW-06)
 */
export async function readRecordedFacts(snapshot: Database, { mode, since, settledBefore, ledger }: Period) {
  const recentSince = new Date(since.getTime() + marginMs);
  const isSettled = sql<boolean>`state_since < ${settledBefore}`.as('isSettled');
  const isRecent = sql<boolean>`created_at >= ${recentSince}`.as('isRecent');
  const bookingIds = ledger.orders.map(({ bookingId }) => bookingId ?? '').filter(isUuid);
  const paymentIds = ledger.intents.map(({ paymentId }) => paymentId ?? '').filter(isUuid);
  const intentIds = ledger.refunds.map(({ intentId }) => intentId);

  const payments = await snapshot
    .selectFrom('payments')
    .select(['id', 'booking_id', 'intent_id', 'state', 'amount_minor', 'currency'])
    .select([isSettled, isRecent, isQueued('payment_id', 'payments.id')])
    .select(
      sql<boolean>`not ${isReturned} and exists (
        select from refunds where payment_id = payments.id and state = 'due')`.as('hasDueRefund'),
    )
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
  const bookings = await snapshot
    .selectFrom('bookings')
    .select(['id', 'payment_id', 'state', 'amount_minor', 'currency'])
    .select(['order_id', 'provider_amount', 'provider_currency'])
    .select([isSettled, isRecent, isQueued('booking_id', 'bookings.id')])
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
  const cancellations = await snapshot
    .selectFrom('amendments')
    .select(['id', 'booking_id', 'refund_minor'])
    .select(sql<boolean>`coalesce(done_at >= ${recentSince}, false)`.as('isRecent'))
    .where('kind', '=', 'cancellation')
    .where('state', 'in', ['agreed', 'done'])
    .where('booking_id', '=', anyIdOf(bookings))
    .execute();
  const refunds = await snapshot
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'provider_id', 'state', 'amount_minor'])
    .select(['cancellation_id', 'action_id', 'is_advance'])
    .select(
      sql<boolean>`coalesce(made_at >= ${recentSince} and made_at < ${settledBefore}, false)`.as('isRecent'),
    )
    .where('payment_id', '=', anyIdOf(payments))
    .execute();
  return { payments, bookings, cancellations, refunds };
}

/** Whether a step or a person works on it still. */
export function isInWork({
  booking,
  payments,
  orders,
}: Pair<StoredFacts['bookings'][number], StoredFacts['payments'][number]>): boolean {
  if (payments.some(({ isSettled }) => !isSettled)) return true;
  if (!booking)
    return payments.some(({ state, isQueued }) =>
      // With an order that has no booking the two are one other difference.
      state === 'captured'
        ? isQueued && orders.every(({ isCancelled }) => isCancelled)
        : openPaymentStates.includes(state),
    );
  // One whose cases were closed is compared again, because no step ends it. (LEDGER-04)
  const isSettledState =
    booking.state === 'needs_review' ? !booking.isQueued : settledBookingStates.includes(booking.state);
  return !booking.isSettled || !isSettledState || payments.some(({ hasDueRefund }) => hasDueRefund);
}

const isQueued = (column: 'booking_id' | 'payment_id', id: string) =>
  sql<boolean>`exists (
    select from review_cases where closed_at is null and review_cases.${sql.ref(column)} = ${sql.ref(id)})`.as(
    'isQueued',
  );

/** One parameter for any number of values. */
const anyOf = (values: readonly string[], type: 'uuid' | 'text') =>
  sql<string>`any(${values}::${sql.raw(type)}[])`;

const anyIdOf = (rows: readonly { id: string }[]) =>
  anyOf(
    rows.map(({ id }) => id),
    'uuid',
  );
