import { formatMinor, type BookingChange } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { sql, type Selectable } from 'kysely';
import { getCardSummary } from '../cards/payment-result.ts';
import { getPayment } from '../cards/payment.repository.ts';
import type { BookingChangesTable, Database } from '../db/schema.ts';
import type { Booking } from './booking.repository.ts';

export type StoredChange = Selectable<BookingChangesTable>;

/** A change of the booking. Throws BOOKING_CHANGE_NOT_FOUND for any other id. */
export async function getChange(db: Database, { id }: Pick<Booking, 'id'>, changeId: string) {
  const change = isUuid(changeId)
    ? await db
        .selectFrom('booking_changes')
        .selectAll()
        .where('id', '=', changeId)
        .where('booking_id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!change) throw new AppError('BOOKING_CHANGE_NOT_FOUND');
  return change;
}

/** The change that the steps of a booking work on, of which there is one at most. */
export const findAgreedChange = (db: Database, { id }: Pick<Booking, 'id'>) =>
  db
    .selectFrom('booking_changes')
    .selectAll()
    .where('booking_id', '=', id)
    .where('state', 'in', ['agreed', 'made'])
    .executeTakeFirst();

const states: Record<StoredChange['state'], BookingChange['state']> = {
  quoted: 'quoted',
  agreed: 'under_way',
  made: 'under_way',
  done: 'done',
  unpaid: 'review',
  failed: 'failed',
};

type ChangeMinors = Pick<
  StoredChange,
  'charge_minor' | 'refund_minor' | 'credit_minor' | 'penalty_minor' | 'currency'
>;

/** What a change costs or brings, as decimal strings. */
export const formatChangeAmounts = ({ currency, penalty_minor: penalty, ...change }: ChangeMinors) => ({
  charge_amount: formatMinor(change.charge_minor, currency),
  refund_amount: formatMinor(change.refund_minor, currency),
  credit_amount: formatMinor(change.credit_minor, currency),
  penalty_amount: penalty === null ? null : formatMinor(penalty, currency),
  currency,
});

/** A change as its traveller sees it: with the card that pays it, or to which its refund goes. */
export async function describeChange(
  db: Database,
  booking: Pick<Booking, 'payment_id'>,
  change: StoredChange,
): Promise<BookingChange> {
  const { removed, removed_slices, slices, bags } = change.content;
  const refunds = await db.selectFrom('refunds').selectAll().where('change_id', '=', change.id).execute();
  const paidTo = new Set(refunds.map(({ payment_id }) => payment_id));
  const [refundedTo = booking.payment_id] = paidTo;
  const paymentId = change.refund_minor > 0 ? refundedTo : change.payment_id;
  // The card is named only if it is the only one.
  const isOneCard = paymentId !== null && paidTo.size < 2;
  return {
    id: change.id,
    kind: change.kind,
    state: states[change.state],
    ...formatChangeAmounts(change),
    expires_at: change.expires_at.toISOString(),
    card: isOneCard ? getCardSummary(await getPayment(db, paymentId)) : null,
    is_refund_failed: refunds.some(({ state }) => state === 'failed'),
    ...{ removed, removed_slices, slices, bags },
    failure: change.failure,
    created_at: change.created_at.toISOString(),
  };
}

/** What a change adds to what was paid for its booking; a credit lowers it as money does. In minor units. */
export const changedMinor = sql<number>`charge_minor - refund_minor - credit_minor`;

/** What the changes of a booking have added to what was paid for it, and of that what they have brought back, in minor units. */
export const sumChanges = (
  db: Database,
  { id }: Pick<Booking, 'id'>,
): Promise<{ changed: number; returned: number }> =>
  db
    .selectFrom('booking_changes')
    .select([
      sql<number>`coalesce(sum(${changedMinor}), 0)::float8`.as('changed'),
      sql<number>`coalesce(sum(refund_minor + credit_minor), 0)::float8`.as('returned'),
    ])
    .where('booking_id', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();

/** The changes of bookings that were agreed, oldest first, by booking. (TRIP-01) */
export async function listAgreedChanges(
  db: Database,
  bookings: readonly Pick<Booking, 'id' | 'payment_id'>[],
): Promise<Map<string, BookingChange[]>> {
  const changes = await db
    .selectFrom('booking_changes')
    .selectAll()
    .where(sql<boolean>`booking_id = any(${bookings.map(({ id }) => id)}::uuid[])`)
    .where('agreed_at', 'is not', null)
    .orderBy('agreed_at')
    .execute();
  const described = new Map<string, BookingChange[]>();
  for (const change of changes) {
    const booking = bookings.find(({ id }) => id === change.booking_id);
    if (!booking) continue;
    const others = described.get(booking.id) ?? [];
    described.set(booking.id, [...others, await describeChange(db, booking, change)]);
  }
  return described;
}
