import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table bookings add column flights_version integer not null default 0`.execute(db);
}
