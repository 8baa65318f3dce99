import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

/** What support did with bookings; a refund is paid by a job. `id` comes with the request, so a repeat has no further effect. (REVIEW-02) */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table booking_actions (
      id uuid primary key,
      booking_id uuid not null references bookings (id),
      action text not null,
      text text not null,
      user_id text not null,
      user_name text not null,
      refund_minor bigint check (refund_minor > 0),
      refund_id text unique,
      refund_key integer not null default 0,
      done_at timestamptz,
      lease_token uuid,
      lease_until timestamptz,
      next_attempt_at timestamptz not null default now(),
      attempts integer not null default 0,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index booking_actions_booking on booking_actions (booking_id)`.execute(db);
  await sql`create index booking_actions_open on booking_actions (next_attempt_at) where done_at is null`.execute(
    db,
  );
  await sql`alter table outbox add column resent integer not null default 0`.execute(db);
  await sql`create index bookings_created on bookings (created_at)`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`drop index bookings_created`.execute(db);
  await sql`alter table outbox drop column resent`.execute(db);
  await sql`drop table booking_actions`.execute(db);
}
