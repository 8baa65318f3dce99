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

it('[ACCOUNT-03] deletes all sessions that have expired when several replicas purge at the same time', async () => {
  await harness.signIn('expired-often');
  const user = sql`${await getUserId('expired-often')}::uuid`;
  await sql`
    insert into sessions (user_id, expires_at) select ${user}, ${past} from generate_series(1, 500)`.execute(
    harness.db,
  );
  await Promise.all(Array.from({ length: 4 }, () => purge()));
  const { rows } = await sql`select from sessions where expires_at < now()`.execute(harness.db);
  expect(rows).toHaveLength(0);
});
