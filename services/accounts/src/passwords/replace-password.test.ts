import { eventually } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { hashPassword } from '../users/password.ts';
import { replacePassword } from './replace-password.ts';
import { insertMailedToken } from '../users/mailed-token.repository.ts';
import { findByUsername, lockUser } from '../users/user.repository.ts';

const harness = await startSharedHarness();

const oldPassword = 'correct horse 7';
const newPassword = 'Violet-Harbour-42!';

const getUserId = async (username: string) => (await findByUsername(harness.db, username))?.id ?? '';
const signIn = (username: string, password: string) =>
  harness.post('/api/auth/login', { username, password });
const reset = (token: string, newPassword: string) =>
  harness.post('/api/auth/reset-password', { token, newPassword });
const createResetLinks = async (username: string, count: number) => {
  const id = await getUserId(username);
  return Promise.all(
    Array.from({ length: count }, () => insertMailedToken(harness.db, 'password-reset', id)),
  );
};
const getSessionStatus = async (session: string | undefined) =>
  (await harness.get('/api/auth/user', session)).status;

describe('a password reset', () => {
  it('[ACCOUNT-02, LIMIT-04] ends all other links and sessions and resets the counter of wrong passwords', async () => {
    const session = await harness.signIn('fresh');
    const [used = '', unused = ''] = await createResetLinks('fresh', 2);
    for (let attempt = 0; attempt < 11; attempt += 1) await signIn('fresh', 'wrong');
    expect((await signIn('fresh', oldPassword)).status).toBe(429);

    expect((await reset(used, newPassword)).status).toBe(200);
    expect(await getSessionStatus(session)).toBe(401);
    expect((await reset(unused, 'Another-Harbour-43!')).body.error).toBe('LINK_INVALID');
    expect((await signIn('fresh', newPassword)).status).toBe(200);
  });

  it('[LOGIN-07] succeeds within an hour after the link was mailed', async () => {
    await harness.signIn('late');
    const [link = ''] = await createResetLinks('late', 1);
    const id = await getUserId('late');
    const { expires_at } = await harness.db
      .selectFrom('mailed_tokens')
      .select('expires_at')
      .where('user_id', '=', id)
      .where('kind', '=', 'password-reset')
      .executeTakeFirstOrThrow();
    const minutes = (expires_at.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    await harness.db
      .updateTable('mailed_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', id)
      .execute();
    expect((await reset(link, newPassword)).body.error).toBe('LINK_INVALID');
    expect((await signIn('late', oldPassword)).status).toBe(200);
  });

  it('[LIMIT-04] resets the counter of wrong current passwords too', async () => {
    const session = await harness.signIn('mistaken');
    const change = (current: string | undefined, currentPassword: string) =>
      harness.post(
        '/api/auth/change-password',
        { currentPassword, newPassword: 'Another-Harbour-43!' },
        current,
      );
    for (let attempt = 0; attempt < 10; attempt += 1) await change(session, 'wrong');
    expect((await change(session, oldPassword)).status).toBe(429);
    const [link = ''] = await createResetLinks('mistaken', 1);
    await reset(link, newPassword);
    const current = (await signIn('mistaken', newPassword)).session?.value;
    expect((await change(current, newPassword)).status).toBe(200);
  });

  it('[ACCOUNT-02] succeeds for one of several links that are used concurrently', async () => {
    await harness.signIn('raced');
    const links = await createResetLinks('raced', 6);
    const responses = await Promise.all(links.map((link, index) => reset(link, `Harbour-Number-${index}!`)));
    const succeeded = responses.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(succeeded.length).toBe(1);
    expect(responses.filter(({ body }) => body.error === 'LINK_INVALID').length).toBe(5);
    for (const index of links.keys()) {
      const { status } = await signIn('raced', `Harbour-Number-${index}!`);
      expect(status).toBe(index === succeeded[0] ? 200 : 401);
    }
  });

  it('[ACCOUNT-02] succeeds once when one link is used several times concurrently', async () => {
    await harness.signIn('doubled');
    const [link = ''] = await createResetLinks('doubled', 1);
    const responses = await Promise.all(Array.from({ length: 6 }, () => reset(link, newPassword)));
    expect(responses.filter(({ status }) => status === 200).length).toBe(1);
  });
});

describe('a password change', () => {
  it('[ACCOUNT-02] ends all reset links', async () => {
    const session = await harness.signIn('linked');
    const [link = ''] = await createResetLinks('linked', 1);
    const body = { currentPassword: oldPassword, newPassword };
    expect((await harness.post('/api/auth/change-password', body, session)).status).toBe(200);
    expect((await reset(link, 'Another-Harbour-43!')).body.error).toBe('LINK_INVALID');
  });
});

describe('a request that verified the old password or link before the password was replaced', () => {
  /** Starts a request, replaces the password while it waits for the lock of the user's row, and returns its result. */
  async function replacePasswordDuring<T>(username: string, startRequest: () => Promise<T>): Promise<T> {
    const id = await getUserId(username);
    const passwordHash = await hashPassword(newPassword);
    let request: Promise<T> | undefined;
    await harness.db.transaction().execute(async (trx) => {
      await lockUser(trx, id);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      request = startRequest();
      await eventually(async () => {
        const waiting = await sql`select 1 from pg_stat_activity
          where ${rows[0]?.pid ?? 0}::int = any(pg_blocking_pids(pid))`.execute(trx);
        return waiting.rows.length > 0 || undefined;
      });
      await replacePassword(trx, id, passwordHash);
    });
    if (!request) throw new Error('the request was not started');
    return request;
  }

  it('[ACCOUNT-02] creates no session with the old password', async () => {
    await harness.signIn('slow');
    const response = await replacePasswordDuring('slow', () => signIn('slow', oldPassword));
    expect([response.status, response.body.error]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(response.session).toBeUndefined();
  });

  it('[ACCOUNT-02] does not change the password again with the old one', async () => {
    const session = await harness.signIn('slower');
    const body = { currentPassword: oldPassword, newPassword: 'Stolen-Harbour-44!' };
    const response = await replacePasswordDuring('slower', () =>
      harness.post('/api/auth/change-password', body, session),
    );
    expect([response.status, response.body.error]).toEqual([401, 'NOT_AUTHENTICATED']);
    expect((await signIn('slower', 'Stolen-Harbour-44!')).status).toBe(401);
    expect((await signIn('slower', newPassword)).status).toBe(200);
  });

  it('[ACCOUNT-02] does not reset the password again with a link that was valid before', async () => {
    await harness.signIn('slow-link');
    const [link = ''] = await createResetLinks('slow-link', 1);
    const response = await replacePasswordDuring('slow-link', () => reset(link, 'Stolen-Harbour-44!'));
    expect([response.status, response.body.error]).toEqual([410, 'LINK_INVALID']);
    expect((await signIn('slow-link', newPassword)).status).toBe(200);
  });

  it('[ACCOUNT-02] does not renew a session', async () => {
    const session = await harness.signIn('slowest', oldPassword, { isAdmin: true });
    const response = await replacePasswordDuring('slowest', () =>
      harness.post('/api/admin/login', {}, session),
    );
    expect([response.status, response.body.error]).toEqual([401, 'NOT_AUTHENTICATED']);
    expect(response.session).toBeUndefined();
  });
});
