import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table booking_changes (
      id uuid primary key,
      booking_id uuid not null references bookings (id),
      kind text not null check (kind in ('flights', 'bags')),
      state text not null check (state in ('quoted', 'agreed', 'made', 'done', 'unpaid', 'failed')),
      payment_id uuid unique references payments (id),
      charge_minor bigint not null check (charge_minor >= 0),
      refund_minor bigint not null check (refund_minor >= 0),
      credit_minor bigint not null check (credit_minor >= 0),
      penalty_minor bigint,
      currency text not null,
      provider_id text,
      provider_amount text not null,
      order_amount text not null,
      content jsonb not null,
      failure text,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      agreed_at timestamptz,
      made_at timestamptz,
      done_at timestamptz
    );
    create index booking_changes_booking on booking_changes (booking_id);
    create index booking_changes_made on booking_changes (made_at) where made_at is not null;
    -- One change of a booking at a time.
    create unique index booking_changes_agreed on booking_changes (booking_id) where state in ('agreed', 'made');
    -- Each change that costs something is a payment of its own.
    alter table payments drop constraint payments_booking_id_key;
    create index payments_of_booking on payments (booking_id);
    alter table refunds add column change_id uuid references booking_changes (id);
    create index refunds_of_change on refunds (change_id) where change_id is not null;
  `.execute(db);
}
