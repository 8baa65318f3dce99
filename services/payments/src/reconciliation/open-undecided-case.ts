import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { openReviewCase, type NewReviewCase } from '../review-cases/review-case.repository.ts';

/** Ids of what support did lately, with one booking or all, which rows that are read from now on have in them. */
export async function readDecisions(db: Database, bookingId?: string): Promise<string[]> {
  const actions = await db
    .selectFrom('booking_actions')
    .select('id')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .$if(bookingId !== undefined, (query) => query.where('booking_id', '=', bookingId ?? null))
    .execute();
  return actions.map(({ id }) => id);
}

/**
 * Opens a case of what a comparison has found, unless support has acted on its booking since the rows were read: the next run compares
 * them again. The lock is that of an action, so that an action under way is waited for and one that follows finds the case. (LEDGER-05)
 */
export const openUndecidedCase = (
  db: Database,
  { decisions, ids }: { decisions: readonly string[]; ids: readonly (string | null)[] },
  newCase: NewReviewCase,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const uuids = sql<string>`any(${ids.filter((id) => id !== null && isUuid(id))}::uuid[])`;
    const bookings = await trx
      .selectFrom('bookings')
      .select('id')
      .where((eb) => eb.or([eb('id', '=', uuids), eb('payment_id', '=', uuids)]))
      .orderBy('id')
      .forUpdate()
      .execute();
    const later = await trx
      .selectFrom('booking_actions')
      .select('id')
      .where('booking_id', 'in', [null, ...bookings.map(({ id }) => id)])
      .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
      .where('id', '!=', sql<string>`all(${decisions}::uuid[])`)
      .executeTakeFirst();
    // A restored dump may not have the booking that an intent names.
    const bookingId = bookings.find(({ id }) => id === newCase.bookingId)?.id ?? null;
    return later === undefined && openReviewCase(trx, { ...newCase, bookingId }, { reopens: false });
  });
