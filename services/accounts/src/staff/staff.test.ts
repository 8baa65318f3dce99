import { randomUUID } from 'node:crypto';
import { eventually } from '@fareline/service-kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { findByUsername, setRole } from '../users/user.repository.ts';

const harness = await startSharedHarness();
const { db, get, post } = harness;
beforeEach(() => db.deleteFrom('users').execute());

/** Signs a member of staff in. */
async function createStaff(username: string, role: 'is_admin' | 'is_support' = 'is_admin') {
  const session = await harness.signIn(username);
  const { id } = (await findByUsername(db, username))!;
  await setRole(db, id, role);
  return { id, session };
}

const offboard = (action: 'revoke' | 'close', id: string, session: string) =>
  post(`/api/admin/staff/${id}/${action}`, {}, session);

describe('offboarding by an administrator', () => {
  it.each(['revoke', 'close'] as const)(
    '[GUARD-07] %s is refused to support, to an old session, for the last administrator, for a traveller and nobody',
    async (action) => {
      const boss = await createStaff('boss');
      const helper = await createStaff('helper', 'is_support');
      await harness.signIn('traveller');
      const traveller = (await findByUsername(db, 'traveller'))!;
      expect((await offboard(action, helper.id, helper.session)).status).toBe(403);
      expect(await offboard(action, boss.id, boss.session)).toMatchObject({
        ...{ status: 409, body: { message: 'boss is the last administrator: make another one first.' } },
      });
      expect(await offboard(action, traveller.id, boss.session)).toMatchObject({
        ...{ status: 409, body: { message: 'traveller is not a member of staff.' } },
      });
      expect((await offboard(action, randomUUID(), boss.session)).status).toBe(404);
      await db.updateTable('sessions').set({ authenticated_at: null }).execute();
      expect((await offboard(action, helper.id, boss.session)).body.error).toBe('PASSWORD_REQUIRED');
      expect((await get('/api/admin/staff', boss.session)).body.staff).toMatchObject([
        { username: 'boss', role: 'administrator', factors: [], sessions: 1 },
        { username: 'helper', role: 'support', factors: [], sessions: 1 },
      ]);
    },
  );

  it('[GUARD-07] ends the sessions of who leaves at once, gives cases back and says who did it', async () => {
    const boss = await createStaff('boss');
    const leaver = await createStaff('leaver');
    expect(await offboard('revoke', leaver.id, boss.session)).toMatchObject({
      ...{ status: 200, body: { message: 'leaver is not a member of staff any more.' } },
    });
    expect((await get('/api/auth/user', leaver.session)).status).toBe(401);
    const login = await post('/api/auth/login', { username: 'leaver', password: 'correct horse 7' });
    expect(login.body.user).toMatchObject({ isAdmin: false, isSupport: false });
    await eventually(async () => harness.payments.givenBack.includes(leaver.id) || undefined);
    const entry = await db
      .selectFrom('audit_entries')
      .select(['actor_id', 'actor_name', 'subject', 'details'])
      .where('action', '=', 'role_taken_away')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      ...{ actor_id: boss.id, actor_name: 'boss', subject: 'leaver', details: { role: 'administrator' } },
    });
  });

  it('[GUARD-07] closes the account, also the own one', async () => {
    const boss = await createStaff('boss');
    await createStaff('deputy');
    expect((await offboard('close', boss.id, boss.session)).body.message).toBe('The account boss is closed.');
    expect(await findByUsername(db, 'boss')).toBeUndefined();
    expect((await get('/api/admin/staff', boss.session)).status).toBe(401);
  });
});
