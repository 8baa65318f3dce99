import { randomUUID } from 'node:crypto';
import { eventually } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { origin, startSharedHarness } from '../testing/harness.ts';
import { hashPassword } from '../users/password.ts';
import { findById, setPassword } from '../users/user.repository.ts';

const harness = await startSharedHarness();

const create = (booking: string, email: string, withCredentials = true, site = origin) =>
  harness.postInternal('/internal/guest-accounts', {
    booking_id: booking,
    email,
    first_name: 'Ida',
    last_name: 'Holm',
    origin: site,
    with_credentials: withCredentials,
  });

it('[GUEST-04] creates no account for an email address that has one, and returns no data of it', async () => {
  await harness.signIn('taken');
  expect((await create('b1', 'TAKEN@example.com')).body).toEqual({ created: false });
});

it('[GUEST-01, GUEST-02] creates an account with valid credentials and a session', async () => {
  const { body } = await create('b2', 'ida.holm@example.com');
  expect(body).toMatchObject({ created: true, email: 'ida.holm@example.com' });
  expect((await harness.get('/api/auth/user', body.session_token)).body).toMatchObject({
    firstName: 'Ida',
    isAdmin: false,
    isSupport: false,
  });
  const login = await harness.post('/api/auth/login', { username: body.username, password: body.password });
  expect(login.status).toBe(200);
});

it('[GUEST-03] returns the password in the first response only and stores only its hash', async () => {
  const first = await create('b3', 'once@example.com');
  const repeat = await create('b3', 'once@example.com');
  expect(repeat.body).toEqual({ ...first.body, password: null, session_token: null });
  expect(JSON.stringify(await harness.db.selectFrom('users').selectAll().execute())).not.toContain(
    first.body.password,
  );
});

it('[GUEST-01] creates one account for concurrent requests of a booking', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => create('b4', 'race@example.com')));
  expect(new Set(responses.map(({ body }) => body.user_id)).size).toBe(1);
  expect(responses.filter(({ body }) => body.password).length).toBe(1);
});

it('[STATUS-02] issues a password once for an account that was created without credentials', async () => {
  const created = await create('b5', 'later@example.com', false);
  expect(created.body).toMatchObject({ created: true, password: null, session_token: null });
  const responses = await Promise.all(Array.from({ length: 5 }, () => create('b5', 'later@example.com')));
  const withPassword = responses.filter(({ body }) => body.password);
  expect(withPassword).toHaveLength(1);
  const { username, password, session_token } = withPassword[0]?.body ?? {};
  expect((await harness.post('/api/auth/login', { username, password })).status).toBe(200);
  expect((await harness.get('/api/auth/user', session_token)).body).toMatchObject({ firstName: 'Ida' });
  expect((await create('b5', 'later@example.com')).body).toMatchObject({
    password: null,
    session_token: null,
  });
});

it('[GUARD-11] has nothing more of a booking whose email address was corrected, and tells whose an address is', async () => {
  const { body } = await create('b7', 'wrong@example.com');
  expect((await create('b7', 'right@example.com')).body).toEqual({ created: false });
  expect((await create('b7', 'WRONG@example.com')).body).toMatchObject({ created: true });
  const isOf = async (email: string, user_id: string = body.user_id) =>
    (await harness.postInternal('/internal/user-addresses', { user_id, email })).body;
  expect(await isOf('Wrong@Example.com')).toEqual({ is_of_user: true });
  expect(await isOf('right@example.com')).toEqual({ is_of_user: false });
  expect(await isOf('wrong@example.com', randomUUID())).toEqual({ is_of_user: true });
});

it('[STATUS-02] issues no password after the guest has set one by a reset link', async () => {
  const created = await create('b6', 'reset@example.com', false);
  const chosen = await hashPassword('a password of their own 7');
  await setPassword(harness.db, created.body.user_id, chosen);
  expect((await create('b6', 'reset@example.com')).body).toMatchObject({ created: true, password: null });
  expect((await findById(harness.db, created.body.user_id))?.password_hash).toBe(chosen);
});

describe('the mail about the account', () => {
  const waitForEmptyOutbox = () =>
    eventually(async () => {
      const waiting = await harness.db
        .selectFrom('outbox')
        .select('id')
        .where('done_at', 'is', null)
        .execute();
      return waiting.length === 0 || undefined;
    }, 20_000);
  const getMails = async (email: string) => {
    await waitForEmptyOutbox();
    return harness.mail.getEmails(email);
  };
  const getToken = (text: string | undefined) => /reset-password\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
  const setPasswordBy = (token: string) =>
    harness.post('/api/auth/reset-password', { token, newPassword: 'Violet-Harbour-42!' });

  it('[GUEST-04] is not sent to an email address that had an account before', async () => {
    await harness.signIn('before');
    const [registered] = await getMails('before@example.com');
    await create('m1', 'before@example.com');
    expect(await getMails('before@example.com')).toEqual([registered]);
  });

  it('[DOC-02, GUEST-03] has a link to a password that works once, and neither password nor name', async () => {
    const { body } = await create('m2', 'linked@example.com');
    const mails = await getMails('linked@example.com');
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account at Fareline is made']);
    for (const secret of [body.password, body.username, 'Ida', 'Holm'])
      expect(mails[0]?.text).not.toContain(secret);
    const token = getToken(mails[0]?.text);
    expect((await setPasswordBy(token)).status).toBe(200);
    expect((await setPasswordBy(token)).body.error).toBe('LINK_INVALID');
    const login = await harness.post('/api/auth/login', {
      username: 'linked@example.com',
      password: 'Violet-Harbour-42!',
    });
    expect(login.body.user).toMatchObject({ id: body.user_id, emailVerified: true });
  });

  it('[DOC-02, GUEST-01] is sent once for a booking, however often and concurrently it is asked for', async () => {
    await Promise.all(
      Array.from({ length: 5 }, (_, index) => create('m3', 'many@example.com', index % 2 === 0)),
    );
    await create('m3', 'many@example.com');
    await create('m4', 'many@example.com');
    expect(await getMails('many@example.com')).toHaveLength(1);
  });

  it('[DOC-02] has a link that works for three days', async () => {
    const { body } = await create('m5', 'slow@example.com');
    await getMails('slow@example.com');
    const { expires_at } = await harness.db
      .selectFrom('mailed_tokens')
      .select('expires_at')
      .where('user_id', '=', body.user_id)
      .executeTakeFirstOrThrow();
    const hours = (expires_at.getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71);
    expect(hours).toBeLessThanOrEqual(72);
  });

  it('[HOST-03] is of the brand on whose host the booking was made, and leads there', async () => {
    const site = 'http://sunhop.localhost:3000';
    await create('m6', 'sunny@example.com', true, site);
    const [mail] = await getMails('sunny@example.com');
    expect(mail?.from).toMatch(/^"?Sunhop"? </);
    expect(mail?.text).toContain('With your booking at Sunhop (sunhop.localhost:3000)');
    expect(new Set(mail?.text.match(/https?:\/\/[^/]+/g))).toEqual(new Set([site]));
  });

  it('[HOST-03] leads to the site itself when the host is no brand’s any more', async () => {
    await create('m7', 'gone@example.com', true, 'http://gone.example:3000');
    const [mail] = await getMails('gone@example.com');
    expect(mail?.from).toMatch(/^"?Fareline"? </);
    expect(new Set(mail?.text.match(/https?:\/\/[^/]+/g))).toEqual(new Set([origin]));
  });

  it('[ACCOUNT-02] is not sent once the guest has set a password', async () => {
    await harness.mail.refuse(true);
    const { body } = await create('m8', 'quick@example.com');
    await eventually(async () => {
      const rows = await harness.db
        .selectFrom('outbox')
        .select('attempts')
        .where('subject', '=', body.user_id)
        .execute();
      return rows.some(({ attempts }) => attempts > 0) || undefined;
    });
    await setPassword(harness.db, body.user_id, await hashPassword('a password of their own 7'));
    await harness.mail.refuse(false);
    expect(await getMails('quick@example.com')).toEqual([]);
  });

  it('[LIMIT-05] is limited for all sub-addresses of a mailbox together, and the accounts are made', async () => {
    for (let index = 0; index < 5; index += 1) {
      const { body } = await create(`m9-${index}`, `victim+${index}@example.com`);
      expect(body.created).toBe(true);
    }
    await waitForEmptyOutbox();
    const mails = await Promise.all([0, 1, 2, 3, 4].map((index) => getMails(`victim+${index}@example.com`)));
    expect(mails.map(({ length }) => length)).toEqual([1, 1, 1, 0, 0]);
  });
});
