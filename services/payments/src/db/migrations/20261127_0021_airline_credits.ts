import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table cancellations add column credits jsonb not null default '[]'`.execute(db);
}
