import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table idempotency_keys (
      id text primary key,
      body_hash text not null,
      is_done boolean not null default false,
      payment_id uuid,
      booking_id uuid,
      failure jsonb,
      locked_until timestamptz not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index idempotency_keys_by_age on idempotency_keys (created_at)`.execute(db);
  await sql`
    create table card_attempts (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('try', 'decline')),
      subject text not null,
      at timestamptz not null default now()
    )`.execute(db);
  await sql`create index card_attempts_of_subject on card_attempts (kind, subject, at)`.execute(db);
  await sql`
    create table outbox (
      id bigint generated always as identity primary key,
      booking_id uuid not null references bookings (id),
      fact text not null,
      done_at timestamptz,
      lease_token uuid,
      lease_until timestamptz,
      next_attempt_at timestamptz not null default now(),
      attempts integer not null default 0,
      created_at timestamptz not null default now(),
      unique (booking_id, fact)
    )`.execute(db);
  await sql`create index outbox_open on outbox (next_attempt_at) where done_at is null`.execute(db);
  await sql`
    create table cancellations (
      id uuid primary key,
      booking_id uuid not null references bookings (id),
      provider_id text not null,
      refund_minor bigint not null check (refund_minor >= 0),
      currency text not null,
      expires_at timestamptz,
      accepted_at timestamptz,
      confirmed_at timestamptz,
      refund_id text unique,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create unique index cancellations_accepted on cancellations (booking_id)
    where accepted_at is not null`.execute(db);
  await sql`
    create table webhook_events (
      provider text not null,
      event_id text not null,
      received_at timestamptz not null default now(),
      primary key (provider, event_id)
    )`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`drop table webhook_events, cancellations, outbox, card_attempts, idempotency_keys`.execute(db);
}
