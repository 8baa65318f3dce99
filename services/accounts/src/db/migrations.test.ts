import { migrateToLatest } from '@fareline/service-kit';
import { eventually, testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { migrations } from './migrations/index.ts';
import type { Database, Tables } from './schema.ts';

let database: ReturnType<typeof testDatabase<Tables>>;
beforeEach(async () => {
  database = testDatabase<Tables>('migrations');
  const { db, schema } = database;
  const earlier = Object.entries(migrations).filter(([name]) => name < '20261123');
  await migrateToLatest(db, schema, Object.fromEntries(earlier));
  await sql`insert into users (username, email, password_hash) values ('ada', 'ada@example.com', 'x')`.execute(
    db,
  );
  return database.drop;
});

/** Until the migration waits for the lock of a table of this schema. */
const waitUntilMigrationWaits = () =>
  eventually(async () => {
    const { rows } = await sql`
      select from pg_locks join pg_class on pg_class.oid = relation
      where not granted and relnamespace = ${database.schema}::regnamespace`.execute(database.db);
    return rows.length > 0 ? true : undefined;
  });

const lockUser = (trx: Database) => sql`select from users where username = 'ada' for update`.execute(trx);
const insertSession = (trx: Database) =>
  sql`insert into sessions (user_id, expires_at) select id, now() + interval '1 day' from users`.execute(trx);
const readSessions = (trx: Database) => sql`select from sessions`.execute(trx);

it.each([
  ['a sign-in, which locks users and then sessions', lockUser, insertSession],
  ['the check of a session, which reads sessions and then users', readSessions, lockUser],
])('migrates without failing %s', async (_case, first, second) => {
  const { db, schema } = database;
  let ran: Promise<string[]> | undefined;
  await db.transaction().execute(async (trx) => {
    await first(trx);
    ran = migrateToLatest(db, schema, migrations);
    await waitUntilMigrationWaits();
    await second(trx);
  });
  expect(await ran).toContain('20261123_0002_session_use');
});
