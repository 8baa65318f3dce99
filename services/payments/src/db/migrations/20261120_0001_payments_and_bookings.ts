import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table payments (
      id uuid primary key,
      mode text not null check (mode in ('test', 'live')),
      brand text not null,
      requested_offer_id text not null,
      offer_id text not null,
      offer_request_id text not null,
      seats text not null,
      amount_minor bigint not null check (amount_minor > 0),
      currency text not null,
      intent_id text unique,
      state text not null,
      card_brand text,
      card_last4 text check (length(card_last4) <= 4),
      failure_code text,
      failure_message text,
      booking_id uuid unique,
      lease_token uuid,
      lease_until timestamptz,
      next_attempt_at timestamptz not null default now(),
      attempts integer not null default 0,
      state_since timestamptz not null default now(),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index payments_at_work on payments (next_attempt_at)
    where state in ('authorising', 'authorised', 'voiding')`.execute(db);
  await sql`
    create table bookings (
      id uuid primary key,
      payment_id uuid not null unique references payments (id),
      mode text not null check (mode in ('test', 'live')),
      brand text not null,
      user_id text,
      site_origin text not null,
      offer_id text not null,
      offer_request_id text not null,
      request_hash text not null,
      state text not null,
      order_plan jsonb,
      quoted_at timestamptz not null,
      ordering_since timestamptz,
      order_accepted boolean not null default false,
      order_failed boolean not null default false,
      order_id text unique,
      booking_reference text,
      provider_amount text,
      provider_currency text,
      amount_minor bigint not null check (amount_minor > 0),
      currency text not null,
      contact_email text not null,
      contact_first_name text not null,
      contact_last_name text not null,
      booking_data jsonb not null,
      guest_account jsonb,
      claim_token_hash text unique,
      last_arrival_at timestamptz not null,
      failure jsonb,
      was_pending boolean not null default false,
      lease_token uuid,
      lease_until timestamptz,
      next_attempt_at timestamptz not null default now(),
      attempts integer not null default 0,
      state_since timestamptz not null default now(),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index bookings_at_work on bookings (next_attempt_at)
    where state not in ('confirmed', 'voided', 'needs_review', 'cancelled', 'completed')`.execute(db);
  await sql`create index bookings_of_user on bookings (user_id, created_at desc)`.execute(db);
  await sql`create index bookings_to_complete on bookings (last_arrival_at) where state = 'confirmed'`.execute(
    db,
  );
  await sql`
    create table booking_steps (
      id bigint generated always as identity primary key,
      booking_id uuid not null references bookings (id),
      state text not null,
      at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index booking_steps_of_booking on booking_steps (booking_id, id)`.execute(db);
  await sql`
    create table claims (
      mode text not null,
      offer_request_id text not null,
      booking_id uuid not null unique,
      primary key (mode, offer_request_id)
    )`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`drop table claims, booking_steps, bookings, payments`.execute(db);
}
