import { sql, type Kysely } from 'kysely';

/**
 * `outbox` replaces `mails`, whose rows hold complete texts with tokens. The previous release writes and sends `mails` during a
 * rolling update, and would send rows of the new kinds without text, so it must not see them. The next release drops `mails`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The tables that this and the next migrations change: all at first, so that a wait for one does not block requests for long.
  await sql`lock table sessions, users in access exclusive mode`.execute(db);
  const now = sql`now()`;
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'uuid', (column) => column.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', 'uuid')
    .addColumn('recipient', 'text')
    .addColumn('brand', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('reply_to', 'text')
    .addColumn('subject', 'text')
    .addColumn('body', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(now))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'timestamptz', (column) => column.notNull().defaultTo(now))
    .addColumn('sent_at', 'timestamptz')
    .addColumn('given_up_at', 'timestamptz')
    .execute();
  await db.schema
    .createIndex('outbox_due')
    .on('outbox')
    .column('next_attempt_at')
    .where(sql.ref('sent_at'), 'is', null)
    .where(sql.ref('given_up_at'), 'is', null)
    .execute();

  await db.schema
    .createTable('email_verifications')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('email_verifications_user')
    .on('email_verifications')
    .column('user_id')
    .execute();

  await db.schema
    .alterTable('users')
    .addColumn('email_verified_at', 'timestamptz')
    .addColumn('password_changed_at', 'timestamptz')
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .dropColumn('email_verified_at')
    .dropColumn('password_changed_at')
    .execute();
  for (const table of ['email_verifications', 'outbox']) await db.schema.dropTable(table).execute();
}
