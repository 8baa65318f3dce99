import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHarness, type Harness } from '../testing/harness.ts';
import { purgeHandler } from './purge.job-handler.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const purge = () => purgeHandler(harness.db).run({});
const getUserId = async (username: string) =>
  (
    await harness.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).id;
const past = sql<Date>`now() - interval '1 second'`;

it('[ACCOUNT-03] removes sessions that ran out or ended, and keeps those that are alive', async () => {
  const [alive, ended, ranOut] = await Promise.all(
    ['alive', 'ended', 'ran.out'].map((username) => harness.signIn(username)),
  );
  await harness.post('/api/auth/logout', {}, ended);
  await harness.db
    .updateTable('sessions')
    .set({ expires_at: past })
    .where('user_id', '=', await getUserId('ran.out'))
    .execute();
  await purge();
  const left = await harness.db.selectFrom('sessions').select('user_id').execute();
  expect(left).toEqual([{ user_id: await getUserId('alive') }]);
  const statuses = [];
  for (const session of [alive, ended, ranOut])
    statuses.push((await harness.get('/api/auth/user', session)).status);
  expect(statuses).toEqual([200, 401, 401]);
});

it('[ACCOUNT-03] removes reset links that are out of time or used, and keeps those that work', async () => {
  await harness.signIn('linked');
  const user_id = await getUserId('linked');
  const future = sql<Date>`now() + interval '1 hour'`;
  await harness.db
    .insertInto('password_resets')
    .values([
      { token_hash: 'works', user_id, expires_at: future },
      { token_hash: 'out of time', user_id, expires_at: past },
      { token_hash: 'used', user_id, expires_at: future, used_at: past },
    ])
    .execute();
  await purge();
  const left = await harness.db.selectFrom('password_resets').select('token_hash').execute();
  expect(left).toEqual([{ token_hash: 'works' }]);
});
