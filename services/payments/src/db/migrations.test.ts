import { migrateToLatest } from '@fareline/service-kit';
import { eventually, testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from './migrations/index.ts';
import type { Tables } from './schema.ts';

const amounts = [
  ['HUF', 4999],
  ['IQD', 4999],
  ['JPY', 4999],
  ['USD', 4999],
] as const;
const { db, schema, drop } = testDatabase<Tables>('migrations');
beforeAll(async () => {
  const earlier = Object.entries(migrations).filter(([name]) => name < '20261123');
  await migrateToLatest(db, schema, Object.fromEntries(earlier));
  for (const [currency, amount] of amounts)
    await sql`
      insert into payments (id, mode, brand, requested_offer_id, offer_id, offer_request_id, seats, amount_minor, currency, state)
      values (gen_random_uuid(), 'test', 'default', 'off_1', 'off_1', 'orq_1', '', ${amount}, ${currency}, 'captured')`.execute(
      db,
    );
});
afterAll(drop);

it('[MONEY-27] migrates without failing the payment of a running replica, which locks keys and then payments', async () => {
  let ran: Promise<string[]> | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`insert into idempotency_keys (id, body_hash, locked_until) values ('key', 'hash', now())`.execute(
      trx,
    );
    ran = migrateToLatest(db, schema, migrations);
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_locks join pg_class on pg_class.oid = relation
        where not granted and relnamespace = ${schema}::regnamespace`.execute(db);
      return rows.length > 0 ? true : undefined;
    });
    await sql`select from payments for update`.execute(trx);
  });
  expect(await ran).toContain('20261123_0001_requesters');
});

it('[UNIT-01] converts stored amounts to the minor units of ISO 4217', async () => {
  await migrateToLatest(db, schema, migrations);
  const rows = await db
    .selectFrom('payments')
    .select(['currency', 'amount_minor'])
    .orderBy('currency')
    .execute();
  expect(rows.map(({ currency, amount_minor }) => [currency, Number(amount_minor)])).toEqual([
    ['HUF', 499_900],
    ['IQD', 4_999_000],
    ['JPY', 4999],
    ['USD', 4999],
  ]);
});
