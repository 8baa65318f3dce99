import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import { createKeyedHasher } from '../keyed-hasher.ts';
import { requestLimits } from '../limits.ts';
import { countRequest } from './request-limit.ts';

const { db, schema, drop } = testDatabase<Tables>('request_limit');
beforeAll(() => migrateToLatest(db, schema, migrations));
afterAll(drop);

const hasher = createKeyedHasher('secret of the hashes');
/** The number of concurrent requests within the limit. */
async function countAccepted(requests: [target: string, ipAddress: string][]): Promise<number> {
  const outcomes = await Promise.allSettled(
    requests.map(([target, ipAddress]) =>
      countRequest({ db, hasher }, requestLimits.quote, { target, ipAddress }),
    ),
  );
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

it('[LIMIT-01] lets exactly as many concurrent requests pass as a booking, a client and a /24 or /48 may send in a minute', async () => {
  expect(await countAccepted(Array.from({ length: 20 }, (_, i) => ['booking', `10.0.${i}.1`]))).toBe(6);
  expect(await countAccepted(Array.from({ length: 40 }, (_, i) => [`${i}`, '198.51.100.1']))).toBe(20);
  expect(await countAccepted(Array.from({ length: 90 }, (_, i) => [`r${i}`, `198.51.100.${i + 2}`]))).toBe(
    60,
  );
  expect(await countAccepted([['another', '198.51.101.1']])).toBe(1);
  const customer = Array.from({ length: 90 }, (_, i) => [`s${i}`, `2001:db8:1:${i}::1`] as [string, string]);
  expect(await countAccepted(customer)).toBe(80);
  expect(await countAccepted([['another', '2001:db8:2::1']])).toBe(1);
});

it('[LIMIT-01, LIMIT-02] writes nothing for refused requests, whatever targets they invent', async () => {
  const readRows = () => db.selectFrom('attempts').select(['key', 'count']).orderBy('key').execute();
  const before = await readRows();
  const invent = (kind: string) =>
    Array.from({ length: 40 }, (_, i): [string, string] => [`${kind} ${i}`, '192.0.2.1']);
  expect(await countAccepted(invent('concurrent'))).toBe(20);
  const rows = await readRows();
  // The rows count the client, its /24 and the 20 targets that were let through.
  expect(rows.length - before.length).toBe(22);
  expect(await countAccepted(invent('later'))).toBe(0);
  expect(await readRows()).toEqual(rows);
  const fromRange = (first: number) =>
    Array.from({ length: 60 }, (_, i): [string, string] => [`range ${first + i}`, `192.0.2.${first + i}`]);
  expect(await countAccepted(fromRange(2))).toBe(60);
  const full = await readRows();
  expect(await countAccepted(fromRange(100))).toBe(0);
  expect(await readRows()).toEqual(full);
});

it('[LIMIT-01] also limits a target in a day, over all its minutes', async () => {
  const limit = { kind: 'daily', perTarget: 2, perTargetADay: 3, perClient: 99, advice: 'Please wait.' };
  const request = () => countRequest({ db, hasher }, limit, { target: 'a', ipAddress: '10.9.0.1' });
  const endMinute = () =>
    sql`update attempts set window_ends_at = now() where window_ends_at < now() + interval '1 hour'`.execute(
      db,
    );
  await request();
  await request();
  await expect(request()).rejects.toThrow(/try again in (\d+ seconds|a minute)\.$/);
  await endMinute();
  await request();
  await endMinute();
  await expect(request()).rejects.toThrow(/try again in 24 hours\.$/);
});

it('[MONEY-32] stores neither targets nor IP addresses', async () => {
  const rows = JSON.stringify(await db.selectFrom('attempts').selectAll().execute());
  expect(rows).not.toMatch(/booking|198\.51/);
});
