import { sql, type Kysely } from 'kysely';

/** No version counts there any more that could still run beside this one: `attempts` took its place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('login_failures').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('login_failures')
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('failed_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema
    .createIndex('login_failures_key')
    .on('login_failures')
    .columns(['key', 'failed_at'])
    .execute();
}
