import { sql, type Kysely } from 'kysely';

/** For the purge job, which selects a few expired or ended sessions among many active ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute();
  await db.schema
    .createIndex('sessions_ended')
    .on('sessions')
    .column('ended_at')
    .where(sql.ref('ended_at'), 'is not', null)
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const index of ['sessions_expiry', 'sessions_ended']) await db.schema.dropIndex(index).execute();
}
