import { migrateToLatest } from '@fareline/service-kit';
import { testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { createKeyedHasher } from '../keyed-hasher.ts';
import { acquireKey, completeKey } from './idempotency-key.repository.ts';

const { db, schema, drop } = testDatabase<Tables>('idempotency');
const deps = { db, hasher: createKeyedHasher('credential') } as Deps;

beforeAll(() => migrateToLatest(db, schema, migrations));
afterAll(() => drop());

it('[MONEY-27] does not replay a key after its 72 hours, also when the purge job has not deleted it', async () => {
  const acquire = () => acquireKey(deps, 'process-card', 'key-of-a-test', { amount: '10.00' }, 1000);
  const setAge = (hours: number) =>
    db
      .updateTable('idempotency_keys')
      .set({ created_at: sql<Date>`now() - ${hours} * interval '1 hour'` })
      .execute();
  const { row } = await acquire();
  await completeKey(deps, row.id);
  await setAge(71);
  expect(await acquire()).toMatchObject({ isOwner: false, row: { is_done: true } });
  await setAge(73);
  expect(await acquire()).toMatchObject({ isOwner: true, row: { is_done: false } });
});
