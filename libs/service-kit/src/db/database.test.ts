import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
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

it('waits for PostgreSQL while it restarts, and gives up one that does not come back', async () => {
  const url = new URL(testDatabaseUrl());
  const { hostname: host, port: ownPort } = url;
  const forwarder = createServer((inner) => {
    const outer = connect(Number(ownPort || 5432), host);
    inner.on('error', () => outer.destroy());
    outer.on('error', () => inner.destroy());
    inner.pipe(outer).pipe(inner);
  });
  await once(forwarder.listen(0, '127.0.0.1'), 'listening');
  const { port } = forwarder.address() as AddressInfo;
  await new Promise((resolve) => forwarder.close(resolve));
  Object.assign(url, { hostname: '127.0.0.1', port: String(port) });
  const db = connectDatabase({ url: url.href, schema: 'public', poolSize: 1 });
  try {
    const query = () => sql<{ one: number }>`select 1 as one`.execute(db);
    await expect(query()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const waiting = query();
    forwarder.listen(port, '127.0.0.1');
    expect((await waiting).rows).toEqual([{ one: 1 }]);
  } finally {
    await db.destroy();
    forwarder.close();
  }
});
