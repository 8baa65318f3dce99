import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

/** Support acts on bookings and sees no keys and brands. (REVIEW-04) */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table users add column is_support boolean not null default false`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`alter table users drop column is_support`.execute(db);
}
