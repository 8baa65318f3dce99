import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('bookings').addColumn('visitor_hash', 'text').execute();
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('bookings').dropColumn('visitor_hash').execute();
}
