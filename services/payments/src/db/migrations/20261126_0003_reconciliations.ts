import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

/** The runs of the reconciler. (REVIEW-06) */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table reconciliations (
      id bigint generated always as identity primary key,
      mode text not null check (mode in ('test', 'live')),
      since timestamptz not null,
      finished_at timestamptz not null default now(),
      intents integer not null,
      refunds integer not null,
      orders integer not null,
      findings integer not null,
      repaired integer not null
    )`.execute(db);
  await sql`create index payments_created on payments (created_at)`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`drop index payments_created`.execute(db);
  await sql`drop table reconciliations`.execute(db);
}
