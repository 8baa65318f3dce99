import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { findByUsername } from '../users/user.repository.ts';
import { purgeHandler } from './purge.job.ts';

const harness = await startSharedHarness();

const purge = () => purgeHandler(harness).run({});
const getUserId = async (username: string) => (await findByUsername(harness.db, username))?.id ?? '';
const past = sql<Date>`now() - interval '1 second'`;

it('[ACCOUNT-03] deletes expired and ended sessions, and keeps active ones', async () => {
  const [active, ended, expired] = await Promise.all(
    ['active', 'ended', 'expired'].map((username) => harness.signIn(username)),
  );
  await harness.post('/api/auth/logout', {}, ended);
  await harness.db
    .updateTable('sessions')
    .set({ expires_at: past })
    .where('user_id', '=', await getUserId('expired'))
    .execute();
  await purge();
  const remaining = await harness.db.selectFrom('sessions').select('user_id').execute();
  expect(remaining).toEqual([{ user_id: await getUserId('active') }]);
  const statuses = [];
  for (const session of [active, ended, expired])
    statuses.push((await harness.get('/api/auth/user', session)).status);
  expect(statuses).toEqual([200, 401, 401]);
});

it('[ACCOUNT-03] deletes sessions that were not used for too long', async () => {
  await harness.db.deleteFrom('sessions').execute();
  await harness.signIn('present');
  await harness.signIn('absent');
  await harness.signIn('absent-admin', undefined, { isAdmin: true });
  const setLastUse = async (username: string, interval: string) =>
    harness.db
      .updateTable('sessions')
      .set({ last_used_at: sql<Date>`now() - ${interval}::interval` })
      .where('user_id', '=', await getUserId(username))
      .execute();
  await setLastUse('absent', '15 days');
  await setLastUse('absent-admin', '31 minutes');
  await setLastUse('present', '31 minutes');
  await purge();
  const remaining = await harness.db.selectFrom('sessions').select('user_id').execute();
  expect(remaining).toEqual([{ user_id: await getUserId('present') }]);
});

it('[ACCOUNT-03] deletes counters of attempts whose window has ended, and keeps the others', async () => {
  const future = sql<Date>`now() + interval '1 minute'`;
  await harness.db.deleteFrom('attempts').execute();
  await harness.db
    .insertInto('attempts')
    .values([
      { key: 'ended', count: 3, window_ends_at: past as never },
      { key: 'running', count: 3, window_ends_at: future as never },
    ])
    .execute();
  await purge();
  const remaining = await harness.db.selectFrom('attempts').select('key').execute();
  expect(remaining).toEqual([{ key: 'running' }]);
});

it.each(['password-reset', 'email-verification'] as const)(
  '[ACCOUNT-03] deletes expired links of %s, and keeps valid ones',
  async (kind) => {
    await harness.signIn('linked');
    await harness.db.deleteFrom('mailed_tokens').execute();
    const user_id = await getUserId('linked');
    const future = sql<Date>`now() + interval '1 hour'`;
    await harness.db
      .insertInto('mailed_tokens')
      .values([
        { token_hash: 'valid', kind, user_id, expires_at: future },
        { token_hash: 'expired', kind, user_id, expires_at: past },
      ])
      .execute();
    await purge();
    // The mail of the registration may get its token meanwhile.
    const remaining = await harness.db
      .selectFrom('mailed_tokens')
      .select('token_hash')
      .where('token_hash', 'in', ['valid', 'expired'])
      .execute();
    expect(remaining).toEqual([{ token_hash: 'valid' }]);
  },
);

it('[ACCOUNT-03] deletes everything that has expired when several replicas purge at the same time', async () => {
  await harness.signIn('expired-often');
  const user = sql`${await getUserId('expired-often')}::uuid`;
  const past = sql`now() - interval '8 days'`;
  for (const insert of [
    sql`insert into sessions (user_id, expires_at) select ${user}, ${past} from generate_series(1, 500)`,
    sql`insert into mailed_tokens (token_hash, kind, user_id, expires_at)
      select n, 'password-reset', ${user}, ${past} from generate_series(1, 500) n`,
    sql`insert into attempts (key, count, window_ends_at) select n, 1, ${past} from generate_series(1, 500) n`,
    sql`insert into outbox (kind, subject, done_at) select 'text', 'x', ${past} from generate_series(1, 500)`,
    sql`insert into audit_entries (at, action, actor_kind, actor_name, subject, details)
      select now() - interval '3 years', 'signed_in', 'system', 'system', 'x', '{}' from generate_series(1, 500)`,
  ])
    await insert.execute(harness.db);
  await Promise.all(Array.from({ length: 4 }, () => purge()));
  const { rows } = await sql`
    select from sessions where expires_at < now() union all select from mailed_tokens where expires_at < now()
    union all select from attempts where window_ends_at < now()
    union all select from outbox where done_at < now() - interval '7 days'
    union all select from audit_entries where at < now() - interval '2 years'`.execute(harness.db);
  expect(rows).toHaveLength(0);
});
