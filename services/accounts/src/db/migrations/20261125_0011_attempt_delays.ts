import type { Kysely } from 'kysely';

/** When the next attempt beyond a limit is let through; the release before neither reads nor writes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attempts').addColumn('retry_at', 'timestamptz').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attempts').dropColumn('retry_at').execute();
}
