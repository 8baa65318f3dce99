import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table payments add column request_id text`.execute(db);
  await sql`alter table bookings add column request_id text`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`alter table bookings drop column request_id`.execute(db);
  await sql`alter table payments drop column request_id`.execute(db);
}
