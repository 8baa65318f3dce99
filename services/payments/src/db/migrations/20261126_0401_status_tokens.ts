import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

/**
 * The tokens of status pages, which stay valid after a change of the key that they are derived with; and an index to find a
 * visitor's other bookings. (STATUS-01, STATUS-05)
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table bookings add column status_token_hash text`.execute(db);
  await sql`create unique index bookings_status_token on bookings (status_token_hash)`.execute(db);
  await sql`create index bookings_of_visitor on bookings (visitor_hash)`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`drop index bookings_of_visitor, bookings_status_token`.execute(db);
  await sql`alter table bookings drop column status_token_hash`.execute(db);
}
