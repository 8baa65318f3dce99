import { randomUUID } from 'node:crypto';
import type { OwnSession } from '@fareline/contracts';
import { decodeToken } from '@fareline/service-kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { sessionCookie, startSharedHarness } from '../testing/harness.ts';
import { findByUsername, setRole } from '../users/user.repository.ts';
import { listStaff } from '../staff/staff.repository.ts';

const harness = await startSharedHarness();
const { config, db, get, post, send } = harness;
beforeEach(() => db.deleteFrom('users').execute());

const password = 'correct horse 7';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Signs a user in, who exists, in another browser. */
async function signInFrom(username: string, ip: string, userAgent: string): Promise<string> {
  const headers = { 'x-forwarded-for': ip, 'user-agent': userAgent };
  const { session } = await send('POST', '/api/auth/login', { username, password }, headers);
  return session!.value;
}
const getId = (session: string) => String(decodeToken(session).claims['jti']);
const list = async (session?: string): Promise<OwnSession[]> =>
  (await get('/api/auth/sessions', session)).body.sessions;
const end = (id: string, session?: string) =>
  send('DELETE', `/api/auth/sessions/${id}`, undefined, sessionCookie(session));
const endOthers = (session?: string) => post('/api/auth/sessions/end-others', {}, session);
const getStatus = async (session: string) => (await get('/api/auth/user', session)).status;
const change = (
  session: string,
  values: { created_at?: Date; last_used_at?: Date; device?: null; network?: null },
) => db.updateTable('sessions').set(values).where('id', '=', getId(session)).execute();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const readEntries = () =>
  db
    .selectFrom('audit_entries')
    .select(['actor_name', 'details'])
    .where('action', '=', 'sessions_ended')
    .orderBy('id')
    .execute();

describe('[GUARD-07] own sessions', () => {
  it('are nothing without a session, and with an ended one', async () => {
    const session = await harness.signIn('gone');
    await post('/api/auth/logout', {}, session);
    for (const cookie of [undefined, session]) {
      expect((await get('/api/auth/sessions', cookie)).status).toBe(401);
      expect((await end(randomUUID(), cookie)).status).toBe(401);
      expect((await endOthers(cookie)).status).toBe(401);
    }
  });

  it('cannot be ended by another user, twice, when they are over, and without an id', async () => {
    const [own, other] = [await harness.signIn('own'), await harness.signIn('other')];
    const [ended, old] = [
      await signInFrom('own', '192.0.2.7', firefox),
      await signInFrom('own', '192.0.2.8', firefox),
    ];
    await change(old, { last_used_at: daysAgo(15) });
    const before = (await readEntries()).length;
    expect((await end(getId(ended), own)).body.message).toBe('You are signed out there.');
    for (const id of [getId(other), getId(ended), getId(old), randomUUID()])
      expect(await end(id, own)).toMatchObject({
        ...{ status: 404, body: { message: 'You are not signed in there any more.' } },
      });
    expect((await end('nobody', own)).status).toBe(400);
    expect([await getStatus(own), await getStatus(other), await getStatus(ended)]).toEqual([200, 200, 401]);
    expect((await readEntries()).slice(before)).toEqual([{ actor_name: 'own', details: { count: 1 } }]);
  });

  it('are those in which a request would be answered, last used first, and nobody else’s', async () => {
    const session = await harness.signIn('own');
    await harness.signIn('other');
    const [laptop, tablet, tooOld, unused, ended] = [
      await signInFrom('own', '192.0.2.77', firefox),
      await signInFrom('own', '2001:db8:1:2:3::4', firefox),
      await signInFrom('own', '192.0.2.1', firefox),
      await signInFrom('own', '192.0.2.1', firefox),
      await signInFrom('own', '192.0.2.1', firefox),
    ];
    await post('/api/auth/logout', {}, ended);
    await change(tooOld, { created_at: daysAgo(31) });
    await change(unused, { last_used_at: daysAgo(15) });
    await change(laptop, { last_used_at: daysAgo(2), created_at: daysAgo(3) });
    await change(tablet, { last_used_at: daysAgo(1) });
    await change(session, { device: null, network: null, last_used_at: daysAgo(3) });
    const sessions = await list(laptop);
    expect(sessions.map(({ id }) => id)).toEqual([laptop, tablet, session].map(getId));
    expect(sessions).toMatchObject([
      { device: 'Firefox on Linux', network: '192.0.2.…', isThis: true },
      { device: 'Firefox on Linux', network: '2001:db8:1::/48', isThis: false },
      { device: null, network: null, isThis: false },
    ]);
  });

  it('[SECURITY-02] are ended at once in all browsers but this one, and only those of the user', async () => {
    const session = await harness.signIn('own');
    const other = await harness.signIn('other');
    const [first, second] = [
      await signInFrom('own', '192.0.2.7', firefox),
      await signInFrom('own', '192.0.2.8', firefox),
    ];
    const before = (await readEntries()).length;
    expect((await endOthers(session)).body.message).toBe('You are signed out in 2 other browsers.');
    expect(await Promise.all([session, other, first, second].map(getStatus))).toEqual([200, 200, 401, 401]);
    expect(await list(session)).toHaveLength(1);
    expect((await endOthers(session)).body.message).toBe('You were signed in nowhere else.');
    expect((await readEntries()).slice(before)).toEqual([{ actor_name: 'own', details: { count: 2 } }]);
  });

  it('are those of staff by their shorter limits, as the list of staff counts them, and none that owes the factor', async () => {
    const session = await harness.signIn('boss');
    const unused = await signInFrom('boss', '192.0.2.7', firefox);
    const { id: user_id } = (await findByUsername(db, 'boss'))!;
    await setRole(db, user_id, 'is_admin');
    await change(unused, { last_used_at: new Date(Date.now() - 31 * 60_000) });
    expect((await list(session)).map(({ id }) => id)).toEqual([getId(session)]);
    expect(await listStaff(db, config)).toMatchObject([{ username: 'boss', sessions: 1 }]);
    await db
      .insertInto('factors')
      .values({
        ...{ id: randomUUID(), user_id, kind: 'passkey', name: 'Key' },
        credential_id: randomUUID(),
        public_key: 'x',
      })
      .execute();
    await db
      .updateTable('sessions')
      .set({ factor_at: new Date() })
      .where('id', '=', getId(session))
      .execute();
    const owing = await signInFrom('boss', '192.0.2.9', firefox);
    expect((await list(session)).map(({ id }) => id)).toEqual([getId(session)]);
    expect((await endOthers(session)).body.message).toBe('You are signed out in one other browser.');
    expect((await get('/api/admin/factor', owing)).status).toBe(401);
  });

  it('name the browser also after a booking as a guest and after a new password', async () => {
    const guest = await harness.postInternal('/internal/guest-accounts', {
      ...{ booking_id: randomUUID(), email: 'guest@example.com', first_name: 'Gil', last_name: 'Est' },
      ...{ origin: 'http://localhost:3000', with_credentials: true },
      ...{ ip_address: '198.51.100.8', user_agent: firefox },
    });
    expect(await list(guest.body.session_token)).toMatchObject([
      { device: 'Firefox on Linux', network: '198.51.100.…', isThis: true },
    ]);
    const session = await harness.signIn('own');
    const changed = await send(
      ...(['POST', '/api/auth/change-password'] as const),
      { currentPassword: password, newPassword: 'Correct-Horse-9' },
      { ...sessionCookie(session), 'user-agent': firefox, 'x-forwarded-for': '192.0.2.5' },
    );
    expect(await list(changed.session?.value)).toMatchObject([
      { device: 'Firefox on Linux', network: '192.0.2.…' },
    ]);
  });
});
