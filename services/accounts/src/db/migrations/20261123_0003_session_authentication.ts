import type { Kysely } from 'kysely';

/** Null for sessions of the previous release: their users are asked for the password. (ACCOUNT-06) */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('authenticated_at', 'timestamptz').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').dropColumn('authenticated_at').execute();
}
