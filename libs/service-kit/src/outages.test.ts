import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listSessionKeys } from '@fareline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connectDatabase } from './db/database.ts';
import { watchOutage, watchService } from './outages.ts';
import { createServiceClient } from './service-client.ts';
import { startFaultProxy } from './testing/fault-proxy.ts';
import { testDatabaseUrl } from './testing/infrastructure.ts';

function createTestLog() {
  const lines: [level: number, missing: string][] = [];
  const write = (line: string) => {
    const { level, missing } = JSON.parse(line) as { level: number; missing: string };
    lines.push([level, missing]);
  };
  return { lines, log: pino({ level: 'info' }, { write }) };
}

it('says once that something is lost, and that it is back when all of its connections work', () => {
  const { log, lines } = createTestLog();
  const [one, other, another] = ['redis', 'redis', 'postgres'].map((what) => watchOutage(log, what));
  one!.back();
  for (const connection of [one!, other!, one!, another!]) connection.lost(new Error('x'));
  expect(lines).toEqual([
    [50, 'redis'],
    [50, 'postgres'],
  ]);
  one!.back();
  one!.back();
  expect(lines).toHaveLength(2);
  other!.back();
  one!.lost(new Error('x'));
  expect(lines.slice(2)).toEqual([
    [30, 'redis'],
    [50, 'redis'],
  ]);
});

/** A clock that only `pass` moves. */
function stopClock() {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  return { pass: (ms: number) => (now += ms) };
}

const refused = () => Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
const timedOut = () => new DOMException('x', 'TimeoutError');

it('says nothing of a service that fails and answers in turns but that it is lost', () => {
  const { log, lines } = createTestLog();
  const clock = stopClock();
  const outage = watchService(log, 'accounts');
  for (let call = 0; call < 5; call++) {
    outage.lost(refused());
    clock.pass(9_000);
    outage.back();
  }
  expect(lines).toEqual([[50, 'accounts']]);
});

it('says that a service is back, and lost anew, when only another of its pools is used', () => {
  const { log, lines } = createTestLog();
  const clock = stopClock();
  const [searches, requests] = [watchService(log, 'flights'), watchService(log, 'flights')];
  searches.lost(refused());
  clock.pass(10_000);
  requests.back();
  clock.pass(3_600_000);
  requests.lost(refused());
  expect(lines).toEqual([
    [50, 'flights'],
    [30, 'flights'],
    [50, 'flights'],
  ]);
});

it.each([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
])('says at once that a service is lost whose connection fails: %s', (code) => {
  const { log, lines } = createTestLog();
  watchService(log, 'flights').lost(new TypeError('fetch failed', { cause: { code } }));
  expect(lines).toEqual([[50, 'flights']]);
});

it('says nothing of a service that is slow while it answers other calls, and that it is lost when it answers none', () => {
  const { log, lines } = createTestLog();
  const clock = stopClock();
  const outage = watchService(log, 'flights');
  for (let call = 0; call < 5; call++) {
    outage.lost(timedOut());
    clock.pass(9_000);
    outage.back();
  }
  outage.lost(timedOut());
  clock.pass(9_000);
  outage.lost(timedOut());
  expect(lines).toEqual([]);
  clock.pass(1_000);
  outage.lost(timedOut());
  expect(lines).toEqual([[50, 'flights']]);
});

it('says nothing of a service that answers later than a call waits', async () => {
  const { log, lines } = createTestLog();
  const server = createServer(() => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const call = createServiceClient({ baseUrl, outage: watchService(log, 'accounts') });
  await expect(call(listSessionKeys, { timeoutMs: 100 })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  expect(lines).toEqual([]);
  server.closeAllConnections();
  server.close();
});

it.each(['refuse', 'stall'] as const)(
  'says once for all queries that PostgreSQL is lost (%s), and once that it is back',
  async (fault) => {
    const proxy = await startFaultProxy(testDatabaseUrl());
    const { log, lines } = createTestLog();
    const db = connectDatabase({
      ...{ url: proxy.url, schema: 'public', poolSize: 2, responseTimeoutMs: 500, log },
    });
    const query = () => sql`select 1`.execute(db);
    try {
      for (let outage = 0; outage < 2; outage++) {
        await query();
        proxy[fault]();
        for (let round = 0; round < 2; round++)
          await Promise.allSettled(Array.from({ length: 2 }, query)).then((results) =>
            expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']),
          );
        expect(lines).toHaveLength(2 * outage + 1);
        proxy.restore();
        await query();
        expect(lines.slice(2 * outage)).toEqual([
          [50, 'postgres'],
          [30, 'postgres'],
        ]);
      }
    } finally {
      await db.destroy();
      proxy.close();
    }
  },
);

it('says nothing when all connections to PostgreSQL are in use', async () => {
  const { log, lines } = createTestLog();
  const db = connectDatabase({ url: testDatabaseUrl(), schema: 'public', poolSize: 1, log });
  try {
    const slow = sql`select pg_sleep(4)`.execute(db);
    await expect(sql`select 1`.execute(db)).rejects.toThrow('timeout exceeded');
    await slow;
    expect(lines).toEqual([]);
  } finally {
    await db.destroy();
  }
});

it('says once for all calls that a service does not answer, and once that it does, if with an error', async () => {
  const { log, lines } = createTestLog();
  const start = async (port: number, status: number): Promise<Server> => {
    const server = createServer((_request, response) => response.writeHead(status).end('{}'));
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return server;
  };
  const first = await start(0, 500);
  const { port } = first.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const clock = stopClock();
  const call = createServiceClient({ baseUrl, outage: watchService(log, 'accounts') });
  const fail = () => expect(call(listSessionKeys)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await fail();
  expect(lines).toEqual([]);
  first.closeAllConnections();
  await new Promise((resolve) => first.close(resolve));
  await Promise.all([fail(), fail()]);
  await fail();
  expect(lines).toEqual([[50, 'accounts']]);
  clock.pass(10_000);
  const second = await start(port, 500);
  await fail();
  await fail();
  expect(lines).toEqual([
    [50, 'accounts'],
    [30, 'accounts'],
  ]);
  second.closeAllConnections();
  second.close();
});
