import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually, testDatabaseUrl } from '../testing/infrastructure.ts';
import { connectDatabase } from './database.ts';

it('rejects the query, without ending the process, when its connection is lost', async () => {
  const connect = () => connectDatabase({ url: testDatabaseUrl(), schema: 'public', poolSize: 1 });
  const [db, administrator] = [connect(), connect()];
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const lost = sql`select pg_sleep(10)`.execute(db).catch((error: Error) => error.message);
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(administrator);
    expect(await lost).toMatch(/terminat/);
    await eventually(() => sql`select 1`.execute(db).catch(() => undefined));
  } finally {
    await Promise.all([db.destroy(), administrator.destroy()]);
  }
});
