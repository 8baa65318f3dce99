import { connectDatabase } from '@fareline/service-kit/db/database';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { toAppError } from '@fareline/service-kit/http/error-handler';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import { testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import { limits } from '../limits.ts';

const { db, schema, drop } = testDatabase<Tables>('delays');
beforeAll(() => migrateToLatest(db, schema, migrations));
afterAll(drop);

const limit = {
  kind: 'password',
  subject: 'ada',
  max: 3,
  windowSeconds: 3600,
  delay: limits.passwords.delay,
};
const window = tableWindow(db);

it('[LIMIT-04] the delay after a wrong password doubles from 1 s to a minute, and ends with the time window', async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await window.count([limit])).toBeUndefined();
  const delays = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    delays.push((await window.count([limit]))?.waitMs);
    await db
      .updateTable('attempts')
      .set({ retry_at: sql<Date>`now()` })
      .execute();
    expect(await window.count([limit])).toBeUndefined();
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000));
  await db
    .updateTable('attempts')
    .set({ window_ends_at: new Date(0) })
    .execute();
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await window.count([limit])).toBeUndefined();
  expect((await window.count([limit]))?.waitMs).toBe(1000);
});

it('[LIMIT-01] an attempt that cannot be counted, because the database is down, is refused with 503', async () => {
  const down = connectDatabase<Tables>({ url: 'postgres://127.0.0.1:9/none', schema: 'none' });
  const error = toAppError(
    await tableWindow(down)
      .count([limit])
      .catch((failure: unknown) => failure),
  );
  expect([error.code, error.retryAfterSeconds]).toEqual(['SERVICE_UNAVAILABLE', 2]);
  await down.destroy();
});
