import { decodeToken } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startHarness, startSharedHarness } from '../testing/harness.ts';

const harness = await startSharedHarness();

const getId = (session: string) => String(decodeToken(session).claims['jti']);
/** Moves the sign-in or the last use of a session into the past. */
const age = async (session: string, column: 'created_at' | 'last_used_at', interval: string) => {
  await sql`update sessions set ${sql.ref(column)} = now() - ${interval}::interval
    where id = ${getId(session)}`.execute(harness.db);
};
/** The status at this service and the one that other services get. */
const getStatuses = async (session: string) => {
  const { jti, sub } = decodeToken(session).claims;
  const checked = await harness.postInternal('/internal/sessions/check', {
    session_id: jti,
    user_id: sub,
    audience: 'fareline',
  });
  return [(await harness.get('/api/auth/user', session)).status, checked.status];
};
const isActive = async (session: string) => {
  const statuses = await getStatuses(session);
  expect(new Set(statuses).size).toBe(1);
  return statuses[0] === 200;
};
const readLastUse = async (session: string) =>
  (
    await harness.db
      .selectFrom('sessions')
      .select('last_used_at')
      .where('id', '=', getId(session))
      .executeTakeFirstOrThrow()
  ).last_used_at.getTime();

describe.each([
  ['a traveller', false, '13 days 23 hours', '14 days 1 minute', '29 days', '30 days 1 minute'],
  ['an administrator', true, '29 minutes', '31 minutes', '11 hours', '12 hours 1 minute'],
])('the session of %s', (_, isAdmin, used, unused, young, old) => {
  it(`[SECURITY-01] ends when it was not used for ${unused}`, async () => {
    const session = await harness.signIn(`idle${isAdmin}`, undefined, { isAdmin });
    await age(session, 'last_used_at', used);
    expect(await isActive(session)).toBe(true);
    await age(session, 'last_used_at', unused);
    expect(await isActive(session)).toBe(false);
    // A refused request is no use.
    expect(await isActive(session)).toBe(false);
  });

  it(`[SECURITY-01] ends ${old} after the sign-in, however much it is used`, async () => {
    const session = await harness.signIn(`old${isAdmin}`, undefined, { isAdmin });
    await age(session, 'created_at', young);
    expect(await isActive(session)).toBe(true);
    await age(session, 'created_at', old);
    expect(await isActive(session)).toBe(false);
  });
});

describe('a session', () => {
  it('[SECURITY-01] of an administrator is not prolonged by renewing it', async () => {
    const session = await harness.signIn('renewing', undefined, { isAdmin: true });
    await age(session, 'created_at', '11 hours 59 minutes');
    const renewed = (await harness.post('/api/admin/login', {}, session)).session?.value ?? '';
    expect(await isActive(renewed)).toBe(true);
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from now() - created_at)::float / 60 as minutes from sessions
      where id = ${getId(renewed)}`.execute(harness.db);
    expect(rows[0]?.minutes).toBeGreaterThan(718);
    await age(renewed, 'created_at', '12 hours 1 minute');
    expect((await harness.post('/api/admin/login', {}, renewed)).status).toBe(401);
  });

  it('[SECURITY-01] is recorded as used, at most once a minute', async () => {
    const session = await harness.signIn('used');
    const first = await readLastUse(session);
    await isActive(session);
    expect(await readLastUse(session)).toBe(first);
    await age(session, 'last_used_at', '61 seconds');
    await isActive(session);
    expect(await readLastUse(session)).toBeGreaterThanOrEqual(first);
  });

  it('[SECURITY-01] follows the role that its user has now', async () => {
    const session = await harness.signIn('promoted');
    const setAdmin = (is_admin: boolean) =>
      harness.db.updateTable('users').set({ is_admin }).where('username', '=', 'promoted').execute();
    await age(session, 'created_at', '13 hours');
    expect(await isActive(session)).toBe(true);
    await setAdmin(true);
    expect(await isActive(session)).toBe(false);
    expect((await harness.get('/api/admin/settings', session)).status).toBe(401);

    const admin = await harness.signIn('demoted', undefined, { isAdmin: true });
    expect((await harness.get('/api/admin/settings', admin)).status).toBe(200);
    await harness.db
      .updateTable('users')
      .set({ is_admin: false })
      .where('username', '=', 'demoted')
      .execute();
    expect((await harness.get('/api/admin/settings', admin)).status).toBe(403);
    expect((await harness.get('/api/auth/user', admin)).body.isAdmin).toBe(false);
  });

  it('[SECURITY-01] lasts as long as the settings say', async () => {
    const strict = await startHarness({
      SESSION_MAX_DAYS: '2',
      SESSION_IDLE_DAYS: '1',
      ADMIN_SESSION_MAX_HOURS: '1',
      ADMIN_SESSION_IDLE_MINUTES: '5',
    });
    const check = async (username: string, isAdmin: boolean, column: string, interval: string) => {
      const session = await strict.signIn(username, undefined, { isAdmin });
      await sql`update sessions set ${sql.ref(column)} = now() - ${interval}::interval
        where id = ${getId(session)}`.execute(strict.db);
      return (await strict.get('/api/auth/user', session)).status;
    };
    expect([
      await check('one', false, 'created_at', '47 hours'),
      await check('two', false, 'created_at', '49 hours'),
      await check('three', false, 'last_used_at', '25 hours'),
      await check('four', true, 'created_at', '61 minutes'),
      await check('five', true, 'last_used_at', '6 minutes'),
    ]).toEqual([200, 401, 401, 401, 401]);
    await strict.stop();
  });
});
