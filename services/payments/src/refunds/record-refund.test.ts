import { randomUUID } from 'node:crypto';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { eventually, testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { LedgerRefund } from '../ledger/provider-ledger.ts';
import { recordProviderRefund } from './record-refund.ts';

const { db, schema, drop } = testDatabase<Tables>('record_refund');
beforeAll(() => migrateToLatest(db, schema, migrations));
afterAll(drop);

it('[LEDGER-01] a refund of ours whose row another process is adding is recorded once', async () => {
  const [paymentId, refundId, intentId] = [randomUUID(), randomUUID(), `pi_${randomUUID()}`];
  const purchase = { purchase_kind: 'change', purchase_id: randomUUID() } as const;
  await db
    .insertInto('payments')
    .values({
      ...{ ...purchase, id: paymentId, attempt_id: randomUUID(), brand: 'default', visitor_hash: '' },
      ...{ mode: 'test', state: 'captured', intent_id: intentId, amount_minor: 5000, currency: 'USD' },
      request_id: 'r',
    })
    .execute();
  const refund: LedgerRefund = {
    ...{
      id: `re_${randomUUID()}`,
      refundId,
      metadata: {},
      intentId,
      state: 'succeeded',
      minor: 500,
      currency: 'USD',
    },
    createdAt: new Date(),
  };
  const recorded = await db.transaction().execute(async (trx) => {
    // Without the id of the provider, which is not known before its answer.
    await trx
      .insertInto('refunds')
      .values({
        id: refundId,
        payment_id: paymentId,
        state: 'due',
        amount_minor: 500,
        currency: 'USD',
        request_id: '',
      })
      .execute();
    const recording = recordProviderRefund({ db } as Deps, 'test', refund);
    await eventually(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and query like 'insert into%refunds%'`.execute(db);
      return rows.length > 0 || undefined;
    });
    return { recording };
  });
  await recorded.recording;
  expect(await db.selectFrom('refunds').select('id').execute()).toEqual([{ id: refundId }]);
});
