import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

/** The review queue: what a person must decide, once per kind and subject. (D58, REVIEW-01) */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table review_cases (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      subject text not null,
      mode text not null check (mode in ('test', 'live')),
      booking_id uuid references bookings (id),
      payment_id uuid references payments (id),
      summary text not null,
      opened_at timestamptz not null default now(),
      closed_at timestamptz,
      closed_by text,
      unique (kind, subject)
    )`.execute(db);
  await sql`create index review_cases_open on review_cases (opened_at) where closed_at is null`.execute(db);
  await sql`create index review_cases_booking on review_cases (booking_id)`.execute(db);
  await sql`
    insert into review_cases (kind, subject, mode, booking_id, payment_id, summary, opened_at)
    select 'booking', id::text, mode, id, payment_id, 'No automatic step is left.', state_since
    from bookings where state = 'needs_review'`.execute(db);
  await sql`
    insert into review_cases (kind, subject, mode, payment_id, summary, opened_at)
    select 'payment', id::text, mode, id, 'No automatic step is left.', state_since
    from payments where state = 'needs_review' and booking_id is null`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`drop table review_cases`.execute(db);
}
