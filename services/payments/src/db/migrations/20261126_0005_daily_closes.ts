import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

/** What a day brought, by mode, brand and currency, as the tables and as the providers have it. (REVIEW-06) */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table daily_closes (
      day date not null,
      mode text not null check (mode in ('test', 'live')),
      brand text not null,
      currency text not null,
      bookings integer not null,
      captured_minor bigint not null,
      ordered_minor bigint not null,
      refunded_minor bigint not null,
      markup_minor bigint not null,
      provider_captured_minor bigint not null,
      provider_ordered_minor bigint not null,
      provider_refunded_minor bigint not null,
      computed_at timestamptz not null default now(),
      primary key (day, mode, brand, currency)
    )`.execute(db);
  await sql`create index booking_steps_at on booking_steps (at)`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`drop index booking_steps_at`.execute(db);
  await sql`drop table daily_closes`.execute(db);
}
