import { sql, type Kysely } from 'kysely';

/** `login_failures` is dropped in a later migration, because the previous version uses it during a rolling update. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const now = sql`now()`;
  await db.schema
    .createTable('session_keys')
    .addColumn('kid', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('next', 'current', 'previous')`),
    )
    .addColumn('x', 'text', (column) => column.notNull())
    .addColumn('y', 'text', (column) => column.notNull())
    .addColumn('private_key', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(now))
    .addColumn('retired_at', 'timestamptz')
    .execute();
  await db.schema
    .createIndex('session_keys_one_of_a_state')
    .unique()
    .on('session_keys')
    .column('state')
    .where(sql.ref('state'), '<>', sql.lit('previous'))
    .execute();

  await db.schema
    .createTable('attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('window_ends_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('attempts_window').on('attempts').column('window_ends_at').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['attempts', 'session_keys']) await db.schema.dropTable(table).execute();
}
