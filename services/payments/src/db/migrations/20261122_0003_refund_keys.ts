import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('cancellations')
    .addColumn('refund_key', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('cancellations').dropColumn('refund_key').execute();
}
