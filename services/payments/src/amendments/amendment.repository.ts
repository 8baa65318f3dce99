import { formatMinor, type BookingChange } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { fromNow } from '@fareline/service-kit/db/leases';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { sql, type RawBuilder, type Selectable, type UpdateObject } from 'kysely';
import { getCardSummary } from '../cards/payment-result.ts';
import type { AmendmentsTable, ChangeContent, Database, Tables } from '../db/schema.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { describeChangeRefund } from '../refunds/booking-refund.ts';
import { listPaidPayments, readPaidPayments, type PaidPayment } from '../refunds/paid-payments.ts';

type Amendment = Selectable<AmendmentsTable>;

/** A change of flights, or later bags. */
export type StoredChange = Amendment & {
  kind: BookingChange['kind'];
  provider_amount: string;
  order_amount: string;
  content: ChangeContent;
  expires_at: Date;
};

/** A cancellation, of which the airline has told what it gives back. */
export type Cancellation = Amendment & { kind: 'cancellation'; provider_id: string };

/** The changes of bookings: a check of the table says that they have what a change has. */
export const selectChanges = (db: Database) =>
  db.selectFrom('amendments').selectAll().where('kind', 'in', ['flights', 'bags']).$castTo<StoredChange>();

const selectCancellations = (db: Database, bookingId: string) =>
  db
    .selectFrom('amendments')
    .selectAll()
    .where('kind', '=', 'cancellation')
    .where('booking_id', '=', bookingId)
    .$castTo<Cancellation>();

/** A change of the booking. Throws BOOKING_CHANGE_NOT_FOUND for any other id. */
export async function getChange(db: Database, { id }: Pick<Booking, 'id'>, changeId: string) {
  const change = isUuid(changeId)
    ? await selectChanges(db).where('id', '=', changeId).where('booking_id', '=', id).executeTakeFirst()
    : undefined;
  if (!change) throw new AppError('BOOKING_CHANGE_NOT_FOUND');
  return change;
}

/** The change that the steps of a booking work on, of which there is one at most. */
export const findAgreedChange = (db: Database, { id }: Pick<Booking, 'id'>) =>
  selectChanges(db).where('booking_id', '=', id).where('state', '=', 'agreed').executeTakeFirst();

const states: Record<StoredChange['state'], BookingChange['state']> = {
  quoted: 'quoted',
  agreed: 'under_way',
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

function toBookingChange(
  booking: Booking,
  change: StoredChange,
  payments: readonly PaidPayment[],
): BookingChange {
  const { removed, removed_slices, slices, terms, bags } = change.content;
  const paidTo = payments.filter(({ refunds }) => refunds.some(({ change_id }) => change_id === change.id));
  const paymentId = change.refund_minor > 0 ? (paidTo[0]?.id ?? booking.payment_id) : change.payment_id;
  const payment = payments.find(({ id }) => id === paymentId);
  return {
    id: change.id,
    kind: change.kind,
    state: states[change.state],
    ...formatChangeAmounts(change),
    expires_at: change.expires_at.toISOString(),
    // The card is named only if it is the only one.
    card: payment && paidTo.length < 2 ? getCardSummary(payment) : null,
    settled_amount: change.settled_minor === null ? null : formatMinor(change.settled_minor, change.currency),
    refund_shares: describeChangeRefund(booking, change, payments),
    ...{ removed, removed_slices, slices, terms, bags },
    failure: change.failure,
    created_at: change.created_at.toISOString(),
  };
}

/** A change as its traveller sees it: with the card that pays it, or to which its refund goes. */
export const describeChange = async (
  db: Database,
  booking: Booking,
  change: StoredChange,
): Promise<BookingChange> => toBookingChange(booking, change, await listPaidPayments(db, booking.id));

/** What a change adds to what was paid for its booking; a credit or an advance lowers it as money does. In minor units. */
export const changedMinor = sql<number>`charge_minor - refund_minor - advance_minor - credit_minor`;

/**
 * What the changes of a booking have added to what was paid for it, of that what they have brought back, and of that what had been paid in
 * advance, in minor units.
 */
export const sumChanges = (
  db: Database,
  { id }: Pick<Booking, 'id'>,
): Promise<{ changed: number; returned: number; advance: number }> =>
  db
    .selectFrom('amendments')
    .select([
      sql<number>`coalesce(sum(${changedMinor}), 0)::float8`.as('changed'),
      sql<number>`coalesce(sum(refund_minor + advance_minor + credit_minor), 0)::float8`.as('returned'),
      sql<number>`coalesce(sum(advance_minor), 0)::float8`.as('advance'),
    ])
    .where('booking_id', '=', id)
    .where('kind', 'in', ['flights', 'bags'])
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();

/** The changes of bookings that were agreed, oldest first, by booking. (TRIP-01) */
export async function listAgreedChanges(
  db: Database,
  bookings: readonly Booking[],
): Promise<Map<string, BookingChange[]>> {
  const ids = bookings.map(({ id }) => id);
  const payments = await readPaidPayments(db, ids);
  const changes = await selectChanges(db)
    .where(sql<boolean>`booking_id = any(${ids}::uuid[])`)
    .where('agreed_at', 'is not', null)
    .orderBy('agreed_at')
    .execute();
  const described = new Map<string, BookingChange[]>();
  for (const change of changes) {
    const booking = bookings.find(({ id }) => id === change.booking_id);
    if (!booking) continue;
    const others = described.get(booking.id) ?? [];
    described.set(booking.id, [...others, toBookingChange(booking, change, payments.get(booking.id) ?? [])]);
  }
  return described;
}

/** A cancellation of the booking that was quoted, by default the last one. */
export async function findQuote(
  db: Database,
  bookingId: string,
  quoteId: string | undefined,
): Promise<Cancellation | undefined> {
  const rows = await selectCancellations(db, bookingId)
    .where('state', '=', 'quoted')
    .orderBy('created_at', 'desc')
    .execute();
  return quoteId === undefined ? rows[0] : rows.find(({ id }) => id === quoteId);
}

/** The cancellation that was agreed, until the airline refuses it. */
export const findAcceptedCancellation = (db: Database, bookingId: string) =>
  selectCancellations(db, bookingId).where('state', 'in', ['agreed', 'done']).executeTakeFirst();

/** The amendment that the steps of a booking work on, of which there is one at most. */
export const findAgreedAmendment = (db: Database, bookingId: string): Promise<Amendment | undefined> =>
  db
    .selectFrom('amendments')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'agreed')
    .executeTakeFirst();

/** Changes columns of an amendment, in the transaction of what it is about. */
export async function updateAmendment(
  trx: Database,
  { id }: Pick<Amendment, 'id'>,
  patch: UpdateObject<Tables, 'amendments'>,
): Promise<void> {
  await trx.updateTable('amendments').set(patch).where('id', '=', id).execute();
}

/** Margin so that a quote does not expire during the call to the airline. */
const expiryMarginMs = 2000;

/** Condition: a price that expires then holds, by the database's clock. */
const isValidUntil = (expiresAt: Date | RawBuilder<unknown> | null) =>
  sql<boolean>`coalesce(${expiresAt}::timestamptz >= ${fromNow(expiryMarginMs)}, true)`;

export const isStillValid = isValidUntil(sql.ref('expires_at'));

export async function isQuoteValid(
  db: Database,
  { expires_at }: Pick<Cancellation, 'expires_at'>,
): Promise<boolean> {
  const { rows } = await sql<{ valid: boolean }>`select ${isValidUntil(expires_at)} as valid`.execute(db);
  return rows[0]?.valid === true;
}
