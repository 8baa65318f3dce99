import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table trip_codes (
      booking_id uuid primary key references bookings (id),
      code_hash text not null,
      expires_at timestamptz not null
    );

    create table trip_sessions (
      token_hash text primary key,
      booking_id uuid not null references bookings (id),
      expires_at timestamptz not null
    );
    create index trip_sessions_expiry on trip_sessions (expires_at);

    create index bookings_of_reference on bookings (
      upper(coalesce(booking_reference, left(regexp_replace(order_id, '^ord_0{0,4}', ''), 8)))
    );
  `.execute(db);
}
