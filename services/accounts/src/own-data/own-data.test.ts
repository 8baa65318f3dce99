import { randomUUID } from 'node:crypto';
import { eventually } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { readAllTables } from '../testing/read-all-tables.ts';
import { origin, sessionCookie, startSharedHarness } from '../testing/harness.ts';

const harness = await startSharedHarness({ PASSWORD_ATTEMPTS_PER_ACCOUNT: '3' });
const password = 'correct horse 7';

const findUser = (username: string) =>
  harness.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst();
const remove = (session: string | undefined, given = password) =>
  harness.post('/api/auth/delete-account', { password: given }, session);

describe('the export of an account', () => {
  it('[POLICY-09] is refused to who entered the password long ago, and to nobody signed in', async () => {
    const session = await harness.signIn('late');
    await harness.db.updateTable('sessions').set({ authenticated_at: null }).execute();
    expect(await harness.get('/api/auth/export', session)).toMatchObject({
      ...{ status: 403, body: { error: 'PASSWORD_REQUIRED' } },
    });
    expect((await harness.get('/api/auth/export')).status).toBe(401);
  });

  it('[POLICY-09] has the account and what its user did, of nobody else, and no hash', async () => {
    await harness.signIn('other');
    const session = await harness.signIn('taker');
    const traveller = { firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1990-12-09' };
    const path = `/api/travellers/${randomUUID()}`;
    expect((await harness.send('PUT', path, traveller, sessionCookie(session))).status).toBe(200);
    const { status, body } = await harness.get('/api/auth/export', session);
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ username: 'taker', email: 'taker@example.com', firstName: 'Ada' });
    expect(body.travellers).toMatchObject([traveller]);
    expect(body.activity.map(({ action }: { action: string }) => action)).toEqual([
      ...['data_exported', 'signed_in', 'registered'],
    ]);
    expect(JSON.stringify(body)).not.toMatch(/other|hash|scrypt|argon/);
  });
});

describe('the deletion of an account', () => {
  it('[POLICY-09] is refused with a wrong password, beside the field, and to a signed-out visitor', async () => {
    const session = await harness.signIn('careful');
    const response = await remove(session, 'wrong');
    expect(response).toMatchObject({ status: 400, body: { error: 'CURRENT_PASSWORD_WRONG' } });
    expect(response.body.fields).toEqual([{ path: 'password', message: 'This password is not correct.' }]);
    expect((await remove(undefined)).status).toBe(401);
    expect(await findUser('careful')).toBeDefined();
  });

  it('[POLICY-09] [ACCOUNT-06] counts wrong passwords', async () => {
    const session = await harness.signIn('guessed');
    for (let guess = 0; guess < 3; guess += 1) await remove(session, `wrong ${guess}`);
    expect((await remove(session)).status).toBe(429);
    expect(await findUser('guessed')).toBeDefined();
  });

  it('[POLICY-09] is refused to staff', async () => {
    const session = await harness.signIn('boss', password, { isAdmin: true });
    expect(await remove(session)).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
    expect(await findUser('boss')).toBeDefined();
  });

  it('[POLICY-09] erases it at once: sessions end, only the audit trail knows the name, and both names are free', async () => {
    const session = await harness.signIn('leaver');
    const elsewhere = await harness.post('/api/auth/login', { username: 'leaver', password });
    const response = await remove(session);
    expect(response).toMatchObject({ status: 200, body: { message: 'Your account is deleted' } });
    expect(response.session).toMatchObject({ value: '' });
    for (const ended of [session, elsewhere.session?.value])
      expect((await harness.get('/api/auth/user', ended)).status).toBe(401);
    expect((await harness.post('/api/auth/login', { username: 'leaver', password })).status).toBe(401);
    const rows = (await readAllTables(harness.db)).filter(({ row }) =>
      JSON.stringify(row).includes('leaver'),
    );
    // The mail that confirms it has the address until it is purged.
    expect([...new Set(rows.map(({ table }) => table))].sort()).toEqual(['audit_entries', 'outbox']);
    expect(rows.findLast(({ table }) => table === 'audit_entries')?.row).toMatchObject({
      action: 'account_deleted',
    });
    expect(await harness.signIn('leaver')).toBeTruthy();
  });

  it('[POLICY-09] is confirmed by mail, with the way to the bookings', async () => {
    const session = await harness.signIn('told');
    expect((await remove(session)).status).toBe(200);
    const notice = await eventually(async () =>
      (await harness.mail.getEmails('told@example.com')).find(({ subject }) =>
        subject.endsWith('is deleted'),
      ),
    );
    expect(notice.text).toContain(`${origin}/find-trip`);
  });

  it('[POLICY-09] [GUEST-01] of a guest is not undone by a repeated request for the booking', async () => {
    const request = {
      ...{ booking_id: 'booking-of-leaver', email: 'guest@example.com', origin },
      ...{ first_name: 'Guest', last_name: 'Byron', with_credentials: true },
    };
    const { body } = await harness.postInternal('/internal/guest-accounts', request);
    expect((await remove(body.session_token, body.password)).status).toBe(200);
    expect((await harness.postInternal('/internal/guest-accounts', request)).body).toEqual({
      created: false,
    });
    expect(await findUser(body.username)).toBeUndefined();
  });
});
