import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { likeExactly } from '@fareline/service-kit/db/like-pattern';
import { sql, type RawBuilder } from 'kysely';
import type { BookingState, Database } from '../db/schema.ts';
import { shownReference, toPlainReference } from '../trip-access/find-trip.ts';

/** The bookings of an id of ours or of a provider, which has an index each. */
async function findIds(db: Database, text: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bookings where order_id = ${text}
    union select booking_id from payments where intent_id = ${text} and booking_id is not null
    ${
      isUuid(text)
        ? sql`union select id from bookings where id = ${text}
          union select booking_id from payments where id = ${text} and booking_id is not null`
        : sql``
    }`.execute(db);
  return rows.map(({ id }) => id);
}

const startsWith = (indexed: RawBuilder<string>, text: string) =>
  sql<boolean>`${indexed} like lower(${`${likeExactly(text)}%`})`;

/** Condition: the reference, or the beginning of the email address, of the last name or of the whole name. An index has each. */
const matchesText = (text: string) =>
  sql<boolean>`(${sql.join(
    [
      sql`${shownReference} = ${toPlainReference(text)}`,
      startsWith(sql`lower(contact_email)`, text),
      startsWith(sql`lower(pending_email)`, text),
      startsWith(sql`lower(contact_last_name)`, text),
      startsWith(sql`lower(contact_first_name || ' ' || contact_last_name)`, text),
    ],
    sql` or `,
  )})`;

/** The bookings for support with the number of their open cases, the newest first. (REVIEW-04) */
export async function searchBookings(
  db: Database,
  { text, state }: { text?: string | undefined; state?: BookingState | undefined },
  { offset, limit }: { offset: number; limit: number },
) {
  const ids = text ? await findIds(db, text) : [];
  return db
    .selectFrom('bookings')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('review_cases')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('review_cases.booking_id', '=', 'bookings.id')
        .where('closed_at', 'is', null)
        .as('openCases'),
    )
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'confirmed'))
    .$if(Boolean(text), (query) =>
      query.where(ids.length > 0 ? sql<boolean>`id = any(${ids}::uuid[])` : matchesText(text ?? '')),
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
