import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

/** A table of its own, because the previous release would send a mail for a row of `outbox` whose fact it does not know. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table audit_events (
      id uuid primary key default gen_random_uuid(),
      event jsonb not null,
      next_attempt_at timestamptz not null default now(),
      attempts integer not null default 0
    )`.execute(db);
  await sql`create index audit_events_due on audit_events (next_attempt_at)`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`drop table audit_events`.execute(db);
}
