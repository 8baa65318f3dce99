import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

/** Rows from before belong to no visitor: their payments are voided when unused, and their keys match no repeat. */
export async function up(db: Kysely<Tables>): Promise<void> {
  // These hashes may cover a card number. Without them a repeat is refused instead of recognised. Before the tables are locked.
  await sql`
    update bookings set request_hash = ''
    where created_at < now() - interval '72 hours'
      or id in (select booking_id from idempotency_keys where payment_id is not null)`.execute(db);
  await sql`
    update idempotency_keys set body_hash = ''
    where (is_done or locked_until < now()) and (booking_id is null or payment_id is not null)`.execute(db);
  await sql`alter table payments add column visitor_hash text, add column user_id text`.execute(db);
  await sql`alter table idempotency_keys add column visitor_hash text, add column user_id text`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`alter table idempotency_keys drop column visitor_hash, drop column user_id`.execute(db);
  await sql`alter table payments drop column visitor_hash, drop column user_id`.execute(db);
}
