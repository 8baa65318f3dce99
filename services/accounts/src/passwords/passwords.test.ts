import { describe, expect, it } from 'vitest';
import { brandHeader } from '@fareline/service-kit/http/brand-header';
import { eventually } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { startSharedHarness } from '../testing/harness.ts';

const harness = await startSharedHarness();

const newPassword = 'Violet-Harbour-42!';

describe('registering', () => {
  const valid = {
    username: 'mona',
    email: 'mona@example.com',
    firstName: 'Mona',
    lastName: 'Ek',
    password: 'sail boats',
  };

  it.each([
    ['username', 'ab', /^Username must be at least 3 characters$/],
    ['password', 'five5', /^Password must be at least 6 characters$/],
    ['username', 'victim@example.com', /cannot/],
    ['firstName', 'Mona\r\nYou won: evil.example', /cannot contain/],
    ['email', 'mona@example.com\r\nBcc: all@example.com', /valid/],
  ])(
    '[API-74] [ACCOUNT-01] refuses the %s %j with a text at the field, and creates no account',
    async (path, value, message) => {
      const body = { ...valid, email: 'refused@example.com', [path]: value };
      const response = await harness.post('/api/auth/register', body);
      expect(response.status).toBe(400);
      expect(response.body.fields).toEqual([{ path, message: expect.stringMatching(message) }]);
      const { rows } =
        await sql`select 1 from users where email like 'refused%' or username = ${value}`.execute(harness.db);
      expect(rows).toEqual([]);
    },
  );

  it('[ACCOUNT-01] keeps the sign-in of the owner of an email address that an older account has as its user name', async () => {
    await harness.signIn('squatter');
    await harness.signIn('owner', 'quiet lagoon 5');
    await harness.db
      .updateTable('users')
      .set({ username: 'owner@example.com' })
      .where('username', '=', 'squatter')
      .execute();
    const response = await harness.post('/api/auth/login', {
      username: 'Owner@example.com',
      password: 'quiet lagoon 5',
    });
    expect(response.body.user).toMatchObject({ username: 'owner' });
  });

  it('[ACCOUNT-01] keeps the sign-in of accounts whose user name is no longer allowed', async () => {
    await harness.signIn('older');
    await harness.db
      .updateTable('users')
      .set({ username: '\u041e\u043b\u044c\u0433\u0430 P.' })
      .where('username', '=', 'older')
      .execute();
    const login = { username: '\u041e\u043b\u044c\u0433\u0430 p.', password: 'correct horse 7' };
    expect((await harness.post('/api/auth/login', login)).status).toBe(200);
  });

  it('[SECURITY-07] rejects the most common passwords and words of the product, also with capitals, digits or symbols added', async () => {
    for (const password of ['password', '123456', 'Password1!', 'QWERTY123', 'Fareline2026!', 'Traveller1']) {
      const response = await harness.post('/api/auth/register', { ...valid, password });
      expect([response.status, response.body.error]).toEqual([400, 'PASSWORD_TOO_COMMON']);
    }
  });

  it('[API-74] requires a unique user name and email address, case-insensitively, and does not sign in', async () => {
    const first = await harness.post('/api/auth/register', valid);
    expect(first.body).toEqual({ success: true, message: 'Your account has been created. Please sign in.' });
    expect(first.session).toBeUndefined();
    const sameName = await harness.post('/api/auth/register', {
      ...valid,
      username: 'MONA',
      email: 'other@example.com',
    });
    const sameEmail = await harness.post('/api/auth/register', {
      ...valid,
      username: 'other',
      email: 'Mona@Example.com',
    });
    expect([sameName.body.error, sameEmail.body.error]).toEqual(['USERNAME_TAKEN', 'EMAIL_TAKEN']);
  });

  it('[SECURITY-08] stores a password as an Argon2 hash only', async () => {
    await harness.signIn('hashed', 'plain to see 1');
    const row = await harness.db
      .selectFrom('users')
      .selectAll()
      .where('username', '=', 'hashed')
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain('plain to see');
  });
});

describe('changing the password', () => {
  it('[API-75] rejects a wrong current password and a weak new one, and keeps the session', async () => {
    const session = await harness.signIn('weak');
    const change = (currentPassword: string, newPassword: string) =>
      harness.post('/api/auth/change-password', { currentPassword, newPassword }, session);
    expect((await change('not it', newPassword)).body.error).toBe('CURRENT_PASSWORD_WRONG');
    expect((await change('correct horse 7', 'Short-1!')).body.message).toBe(
      'New password must be at least 12 characters',
    );
    expect((await change('correct horse 7', 'no capitals here 1!')).body.message).toBe(
      'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character',
    );
    expect((await change('correct horse 7', 'Password1234!')).body.error).toBe('PASSWORD_TOO_COMMON');
    expect((await harness.get('/api/auth/user', session)).status).toBe(200);
  });

  it('[SECURITY-03, SECURITY-10, API-75] ends all sessions of the user and creates a new one for this browser', async () => {
    const here = await harness.signIn('mover');
    const ofAnotherUser = await harness.signIn('bystander');
    const elsewhere = (
      await harness.post('/api/auth/login', { username: 'mover', password: 'correct horse 7' })
    ).session?.value;
    const response = await harness.post(
      '/api/auth/change-password',
      { currentPassword: 'correct horse 7', newPassword },
      here,
    );
    expect(response.body).toEqual({ success: true, message: 'Your password has been updated' });
    for (const old of [here, elsewhere]) expect((await harness.get('/api/auth/user', old)).status).toBe(401);
    for (const current of [response.session?.value, ofAnotherUser])
      expect((await harness.get('/api/auth/user', current)).status).toBe(200);
    expect((await harness.post('/api/auth/login', { username: 'mover', password: newPassword })).status).toBe(
      200,
    );
  });
});

describe('a forgotten password', () => {
  it('[LOGIN-06] returns the same response whether or not an account has the email address', async () => {
    await harness.signIn('forgetful');
    const known = await harness.post('/api/auth/forgot-password', { email: 'forgetful@example.com' });
    const unknown = await harness.post('/api/auth/forgot-password', { email: 'stranger@example.com' });
    expect(known.status).toBe(200);
    expect(known.body).toEqual(unknown.body);
  });

  it.each([
    ['the host of a brand', 'sunhop.localhost:3000', 'http://sunhop.localhost:3000'],
    ['a host that only the request claims', 'evil.example', 'http://localhost:3000'],
    ['a port that only the request claims', 'sunhop.localhost:25', 'http://sunhop.localhost:3000'],
  ])(
    '[HOST-03] the link of a mail asked for on %s leads to a host of the site',
    async (_case, host, origin) => {
      const name = `asker${host.length}`;
      const headers = { host, [brandHeader]: 'sunhop' };
      const body = { email: `${name}@example.com` };
      const user = { ...body, username: name, password: newPassword, firstName: 'Ada', lastName: 'Byron' };
      await harness.send('POST', '/api/auth/register', user, headers);
      const response = await harness.send('POST', '/api/auth/forgot-password', body, headers);
      expect(response.status).toBe(200);
      const mail = await eventually(async () => {
        const emails = await harness.mail.getEmails(body.email);
        return emails.find(({ subject }) => subject.startsWith('Set a new password'));
      });
      expect(mail.from).toMatch(/^"?Sunhop"? </);
      expect(mail.text).toContain(`${origin}/reset-password?token=`);
      expect(mail.text).toContain('+1 888 555 0119');
      expect(mail.text).toContain(`Sunhop ${origin}/`);
      expect(mail.text).not.toMatch(/evil|Fareline/);
    },
  );

  it('[HOST-03, LOGIN-07] mails a link in the name of the brand of the site', async () => {
    await harness.signIn('sunny');
    await harness.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('username', '=', 'sunny')
      .execute();
    const body = { email: 'sunny@example.com' };
    await harness.send('POST', '/api/auth/forgot-password', body, { [brandHeader]: 'sunhop' });
    const mail = await eventually(async () =>
      (await harness.mail.getEmails(body.email)).find(({ subject }) => subject.startsWith('Set')),
    );
    expect(mail.subject).toBe('Set a new password for Sunhop');
    expect(mail.text).toContain('your Sunhop account (user name sunny)');
    expect(mail.text).toContain('It works once, within 60 minutes');
  });

  it('[LOGIN-07, SECURITY-07, MAIL-02] mails a link that can be used once, also after the mail server was unavailable', async () => {
    const session = await harness.signIn('resetter');
    await harness.mail.refuse(true);
    expect((await harness.post('/api/auth/forgot-password', { email: 'resetter@example.com' })).status).toBe(
      200,
    );
    await eventually(
      async () =>
        (
          await harness.db
            .selectFrom('outbox')
            .select('attempts')
            .where('subject', '=', 'resetter@example.com')
            .execute()
        ).some((mail) => mail.attempts > 0) || undefined,
    );
    await harness.mail.refuse(false);
    const mail = await eventually(
      async () =>
        (await harness.mail.getEmails('resetter@example.com')).find(({ text }) =>
          text.includes('reset-password'),
        ),
      20_000,
    );
    const token = /reset-password\?token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
    const reset = (newPassword: string) => harness.post('/api/auth/reset-password', { token, newPassword });

    expect((await reset('too short')).status).toBe(400);
    expect((await reset('Password1234!')).body.error).toBe('PASSWORD_TOO_COMMON');
    expect((await reset(newPassword)).status).toBe(200);
    expect((await reset(newPassword)).body.error).toBe('LINK_INVALID');
    expect((await harness.get('/api/auth/user', session)).status).toBe(401);
    expect(
      (await harness.post('/api/auth/login', { username: 'resetter', password: newPassword })).status,
    ).toBe(200);
    expect(JSON.stringify(await harness.db.selectFrom('mailed_tokens').selectAll().execute())).not.toContain(
      token,
    );
  });
});
