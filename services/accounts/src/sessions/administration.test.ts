import { defaultBrand } from '@fareline/contracts/schemas';
import { eventually } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { setRole } from '../users/user.repository.ts';

const admin = 'https://admin.fares.example';
const site = 'https://fares.example';
const harness = await startSharedHarness({ SITE_ORIGIN: site, ADMIN_ORIGIN: admin });
const password = 'correct horse 7';

/** Sends a request to a host as its own pages do, with a cookie of it. */
const sendTo = (
  origin: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  cookie?: string,
) =>
  harness.send(method, path, body, {
    ...{ origin, host: new URL(origin).host, 'x-forwarded-proto': 'https' },
    ...(cookie ? { cookie } : {}),
  });

async function createStaff(username: string): Promise<string> {
  const names = { firstName: 'Ada', lastName: 'Byron' };
  await sendTo(site, 'POST', '/api/auth/register', {
    ...{ username, password, email: `${username}@example.com` },
    ...names,
  });
  const query = harness.db.selectFrom('users').select('id').where('username', '=', username);
  const { id } = await query.executeTakeFirstOrThrow();
  await setRole(harness.db, id, 'is_admin');
  return id;
}

/** The cookie of a sign-in at a host, and what the sign-in answered. */
async function signIn(origin: string, username: string) {
  const { status, body, headers } = await sendTo(origin, 'POST', '/api/auth/login', { username, password });
  const set = [headers['set-cookie']].flat().map(String);
  const session = set.find((cookie) => /^__Host-(?:session|staff)=/.test(cookie)) ?? '';
  return { status, body, set: session, cookie: session.split(';')[0]! };
}

describe('an administration with an origin of its own', () => {
  it('[GUARD-04, GUARD-10] has a cookie that no other site makes a browser send, and a brand’s has no rights of staff', async () => {
    const id = await createStaff('boss');
    const there = await signIn(admin, 'boss');
    expect([there.status, there.body.error]).toEqual([403, 'FACTOR_REQUIRED']);
    expect(there.set).toMatch(/^__Host-staff=.*; HttpOnly; Secure; SameSite=Strict$/);
    await harness.db
      .updateTable('sessions')
      .set({ factor_at: new Date() })
      .where('user_id', '=', id)
      .execute();
    expect((await sendTo(admin, 'GET', '/api/admin/settings', undefined, there.cookie)).status).toBe(200);

    const here = await signIn(site, 'boss');
    expect(here.status).toBe(200);
    expect(here.body.user).toMatchObject({ isAdmin: true, staffOrigin: admin });
    expect(here.set).toMatch(/^__Host-session=.*; SameSite=Lax$/);
    for (const path of ['/api/admin/settings', '/api/admin/factor', '/api/admin/audit', '/api/admin/brands'])
      for (const cookie of [here.cookie, there.cookie, there.cookie.replace('staff', 'session')])
        expect((await sendTo(site, 'GET', path, undefined, cookie)).status, path).toBe(404);
    const moved = here.cookie.replace('session', 'staff');
    expect((await sendTo(admin, 'GET', '/api/admin/settings', undefined, moved)).status).toBe(401);
    const user = await sendTo(admin, 'GET', '/api/auth/user', undefined, there.cookie);
    expect(user.body).not.toHaveProperty('staffOrigin');
  });

  it('[GUARD-10] has no brand on its host', async () => {
    const id = await createStaff('namer');
    const { cookie } = await signIn(admin, 'namer');
    await harness.db
      .updateTable('sessions')
      .set({ factor_at: new Date() })
      .where('user_id', '=', id)
      .execute();
    const brand = { ...defaultBrand, id: 'thief', domain: 'admin.fares.example' };
    const saved = await sendTo(admin, 'PUT', '/api/admin/brands/thief', brand, cookie);
    expect([saved.status, saved.body.fields?.[0]?.path]).toEqual([400, 'domain']);
  });

  it('[GUARD-01] is where reset links of staff lead to, whichever host asked', async () => {
    await createStaff('reader');
    await sendTo(site, 'POST', '/api/auth/forgot-password', { email: 'reader@example.com' });
    const text = await eventually(async () => {
      const mails = await harness.mail.getEmails('reader@example.com');
      return mails.find(({ subject }) => /^Set a new password/.test(subject))?.text;
    });
    expect(text.replaceAll(/=\r?\n/g, '')).toContain(`${admin}/reset-password?token=`);
  });
});
