import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table travel_documents (
      booking_id uuid primary key references bookings (id) on delete cascade,
      facts_hash text not null,
      content bytea not null
    )
  `.execute(db);
}
