import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table bookings add column wants_check_in_reminder boolean not null default false`.execute(
    db,
  );
}
