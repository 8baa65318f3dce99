import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table idempotency_keys add column is_resumed boolean not null default false`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`alter table idempotency_keys drop column is_resumed`.execute(db);
}
