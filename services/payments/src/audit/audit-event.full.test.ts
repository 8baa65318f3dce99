import { eventually, startFaultProxy } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';

const harness = await startSharedHarness();
const accountsProxy = await startFaultProxy(harness.accounts.url);
afterAll(() => accountsProxy.close());
const settings = { ACCOUNTS_URL: new URL(accountsProxy.url).origin };

const count = 200;

const insertEvents = (subject: string) =>
  sql`insert into outbox (kind, subject, payload)
    select 'audit_event', 'refund', jsonb_build_object('at', '2026-11-22T10:00:00.000Z', 'action', 'refund_paid', 'actor', 'system', 'user_id', null,
      'subject', ${subject}::text || ' ' || n, 'details', '{}'::jsonb, 'ip_address', null, 'request_id', null)
    from generate_series(1, ${count}) n`.execute(harness.db);

const countEvents = async (): Promise<number> =>
  (await harness.db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()).length;

const readSubjects = async (subject: string): Promise<string[]> => {
  const { rows } = await sql<{ subject: string }>`
    select subject from ${sql.table(`${harness.schema}_accounts.audit_entries`)}
    where subject like ${`${subject} %`}`.execute(harness.db);
  return rows.map((row) => row.subject);
};

it('[ACCOUNT-05] two replicas send each event once, also when one is killed while it sends', async () => {
  const first = await harness.spawnPayments(settings);
  await harness.startPayments(settings);
  await insertEvents('refund');
  await eventually(async () => ((await countEvents()) < count - 20 ? true : undefined), 30_000);
  await first.kill('SIGKILL');
  await eventually(async () => ((await countEvents()) === 0 ? true : undefined), 30_000);
  const subjects = await readSubjects('refund');
  expect([subjects.length, new Set(subjects).size]).toEqual([count, count]);
});

it('[ACCOUNT-05] an event waits while accounts is not available, and is sent afterwards', async () => {
  accountsProxy.refuse();
  await insertEvents('waiting');
  await eventually(async () => {
    const { attempts } = await harness.db
      .selectFrom('outbox')
      .select(({ fn }) => fn.max('attempts').as('attempts'))
      .executeTakeFirstOrThrow();
    return Number(attempts) > 0 ? true : undefined;
  }, 30_000);
  expect(await countEvents()).toBe(count);
  accountsProxy.restore();
  await eventually(async () => ((await countEvents()) === 0 ? true : undefined), 30_000);
  expect(new Set(await readSubjects('waiting')).size).toBe(count);
});
