import { hasPassed } from '@fareline/service-kit/db/leases';
import type { Selectable } from 'kysely';
import type { CancellationsTable, Database } from '../db/schema.ts';

export type Cancellation = Selectable<CancellationsTable>;

export async function findQuote(
  db: Database,
  bookingId: string,
  quoteId: string | undefined,
): Promise<Cancellation | undefined> {
  const rows = await db
    .selectFrom('cancellations')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('created_at', 'desc')
    .execute();
  return quoteId === undefined ? rows[0] : rows.find(({ id }) => id === quoteId);
}

export const findAcceptedCancellation = (db: Database, bookingId: string) =>
  db
    .selectFrom('cancellations')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('accepted_at', 'is not', null)
    .executeTakeFirst();

/** Margin so that a quote does not expire during the call to the airline. */
const expiryMarginMs = 2000;

export const isQuoteValid = async (db: Database, { expires_at }: Cancellation): Promise<boolean> =>
  expires_at === null || !(await hasPassed(db, -expiryMarginMs, expires_at));
