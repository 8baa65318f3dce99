import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { findFreePort } from '../local/ports.ts';
import { withProduct, type Started } from '../endpoints/testing/with-product.ts';
import { book, waitUntilSettled } from './testing/book.ts';

/** Fewer than the services have at work, so that transactions of one connection meet those of others. */
const serverConnections = 3;
const bookings = 8;

it('books while accounts and payments reach PostgreSQL through PgBouncer in transaction mode', async () => {
  expect(await withProduct(check)).toEqual([]);
}, 300_000);

async function check({ product }: Started): Promise<string[]> {
  const { supervisor, accountsDatabaseUrl, paymentsDatabaseUrl } = product;
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const port = await findFreePort();
  const urls = [accountsDatabaseUrl, paymentsDatabaseUrl].map((url) => new URL(url));
  const users = urls.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(join(folder, 'users.txt'), users.join(''), { mode: 0o644 });
  const settings = [
    ...['[databases]', `fareline = host=127.0.0.1 port=${urls[0]?.port}`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...['auth_type = scram-sha-256', `auth_file = ${join(folder, 'users.txt')}`],
    ...[
      'pool_mode = transaction',
      `default_pool_size = ${serverConnections}`,
      'ignore_startup_parameters = options',
    ],
  ];
  writeFileSync(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
  try {
    await supervisor.start({
      name: 'pgbouncer',
      command: 'pgbouncer',
      // PgBouncer refuses to run as root.
      args: [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), join(folder, 'pgbouncer.ini')],
      env: { PATH: [process.env.PATH, '/usr/sbin'].join(delimiter) },
      ready: /process up/,
      stopSignal: 'SIGINT',
    });
    const pooled = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
    await supervisor.restart('accounts', { DATABASE_URL: pooled(accountsDatabaseUrl) });
    await supervisor.restart('payments', { DATABASE_URL: pooled(paymentsDatabaseUrl) });
    const outcomes = await Promise.allSettled(
      Array.from({ length: bookings }, (_, index) =>
        book(product, index + 1, { attempt: index % 2 === 0 ? 'plain' : 'book and cancel' }),
      ),
    );
    const failed = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    );
    return [...failed, ...(await findProblems(product.databaseUrl))];
  } finally {
    await supervisor.stop('payments');
    await supervisor.stop('accounts');
    rmSync(folder, { recursive: true });
  }
}

async function findProblems(url: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await waitUntilSettled(url);
    const { rows: connections } = await pool.query<{ usename: string; count: number }>(
      `select usename, count(*)::int from pg_stat_activity where usename like 'fareline_%' group by usename`,
    );
    const { rows: locks } = await pool.query(`select from pg_locks where locktype = 'advisory'`);
    return [
      ...(locks.length > 0 ? ['an advisory lock was left behind'] : []),
      ...connections
        .filter(({ count }) => count > serverConnections)
        .map(({ usename, count }) => `${usename} has ${count} connections: not all are pooled`),
    ];
  } finally {
    await pool.end();
  }
}
