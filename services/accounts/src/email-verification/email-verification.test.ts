import { brandHeader } from '@fareline/service-kit/http/brand-header';
import { clearAttempts } from '@fareline/service-kit/limits/table-window';
import { eventually } from '@fareline/service-kit/testing';
import { createVerificationMailLimits } from '../mail/mail-limits.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readAllTables } from '../testing/read-all-tables.ts';
import { origin, sessionCookie, startHarness, startSharedHarness } from '../testing/harness.ts';

const harness = await startSharedHarness();

const verify = (token: string) => harness.post('/api/auth/verify-email', { token });
const sendAgain = (session?: string) => harness.post('/api/auth/send-verification', {}, session);
const isVerified = async (session: string) =>
  (await harness.get('/api/auth/user', session)).body.emailVerified;
const getTokens = async (email: string) =>
  (await harness.mail.getEmails(email)).flatMap(
    ({ text }) => /verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? [],
  );
const waitForTokens = (email: string, count = 1) =>
  eventually(async () => {
    const tokens = await getTokens(email);
    return tokens.length >= count ? tokens : undefined;
  });
const waitForToken = async (email: string) => (await waitForTokens(email))[0] ?? '';

describe('the link that verifies an email address', () => {
  it('[ACCOUNT-03] is mailed at registration, works once, and is stored as a hash only', async () => {
    const session = await harness.signIn('vera');
    const token = await waitForToken('vera@example.com');
    expect(await isVerified(session)).toBe(false);
    expect(JSON.stringify(await readAllTables(harness.db))).not.toContain(token);
    expect((await verify(token)).body).toEqual({
      success: true,
      message: 'Your email address is confirmed',
    });
    expect(await isVerified(session)).toBe(true);
    expect((await verify(token)).body.error).toBe('LINK_INVALID');
    expect(await isVerified(session)).toBe(true);
  });

  it('[HOST-03] is mailed in the name of the brand, without a name that a stranger may have chosen', async () => {
    const user = { username: 'evil.example', email: 'sunny@example.com', password: 'correct horse 7' };
    const names = { firstName: 'Visit', lastName: 'https://evil.example' };
    await harness.send('POST', '/api/auth/register', { ...user, ...names }, { [brandHeader]: 'sunhop' });
    await waitForToken('sunny@example.com');
    const [mail] = await harness.mail.getEmails('sunny@example.com');
    expect(mail?.subject).toBe('Confirm your email address for Sunhop');
    expect(mail?.text).toContain('Your account at Sunhop is made');
    expect(mail?.text).not.toMatch(/evil|Visit/);
  });

  it('succeeds once when it is used several times concurrently', async () => {
    await harness.signIn('doubled');
    const token = await waitForToken('doubled@example.com');
    const responses = await Promise.all(Array.from({ length: 5 }, () => verify(token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is valid for three days', async () => {
    const session = await harness.signIn('late');
    const token = await waitForToken('late@example.com');
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from max(expires_at) - now())::float / 3600 as hours from mailed_tokens where kind = 'email-verification'`.execute(
      harness.db,
    );
    expect(rows[0]?.hours).toBeGreaterThan(71);
    await harness.db
      .updateTable('mailed_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect((await verify(token)).status).toBe(410);
    expect(await isVerified(session)).toBe(false);
  });

  it('is no reset link, nor a reset link this one', async () => {
    await harness.signIn('mixed');
    const token = await waitForToken('mixed@example.com');
    const body = { token, newPassword: 'Violet-Harbour-42!' };
    expect((await harness.post('/api/auth/reset-password', body)).body.error).toBe('LINK_INVALID');
    await harness.post('/api/auth/forgot-password', { email: 'mixed@example.com' });
    const resetToken = await eventually(async () => {
      const mails = await harness.mail.getEmails('mixed@example.com');
      return mails.map(({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean);
    });
    expect((await verify(resetToken)).body.error).toBe('LINK_INVALID');
  });
});

describe('asking for the link again', () => {
  it('sends it to the account, until it has been sent three times in an hour', async () => {
    const session = await harness.signIn('again');
    await waitForToken('again@example.com');
    const statuses = [];
    for (let sent = 0; sent < 4; sent += 1) statuses.push((await sendAgain(session)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    const tokens = await waitForTokens('again@example.com', 3);
    expect(new Set(tokens).size).toBe(3);
    expect((await verify(tokens[2] ?? '')).status).toBe(200);
    // The others were ended by the first that was used.
    expect((await verify(tokens[0] ?? '')).status).toBe(410);
  });

  it('[LIMIT-05] sends six in a day to an email address, whoever registered it', async () => {
    const session = await harness.signIn('daily');
    const [hourly] = createVerificationMailLimits('DAILY@example.com');
    const statuses = [];
    for (let sent = 0; sent < 7; sent += 1) {
      statuses.push((await sendAgain(session)).status);
      if (hourly) await clearAttempts(harness.db, hourly);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const { headers, body } = await sendAgain(session);
    expect(Number(headers['retry-after'])).toBeGreaterThan(23 * 3600);
    expect(body.message).toBe(
      'We have sent this link several times. Please look into your spam folder too. Please try again in 24 hours.',
    );
  });

  it('[LIMIT-05] sends as many to all sub-addresses of a mailbox together, and leaves its own address its mails', async () => {
    const register = (email: string, index: number) =>
      harness.post('/api/auth/register', {
        ...{ username: `sub${index}`, email, firstName: 'A', lastName: 'B', password: 'Violet-Harbour-42!' },
      });
    const emails = [
      'v.ictim@gmail.com',
      'Victim+1@gmail.com',
      'vi.ctim+2@googlemail.com',
      'victim+3@gmail.com',
    ];
    for (const [index, email] of [...emails, 'victim@gmail.com', 'victim+1@example.com'].entries())
      expect((await register(email, index)).status).toBe(200);
    const { rows } = await sql<{ email: string }>`
      select email from outbox join users on users.id::text = outbox.subject where email ~* 'tim'`.execute(
      harness.db,
    );
    expect(rows.map(({ email }) => email.toLowerCase()).toSorted()).toEqual([
      'v.ictim@gmail.com',
      'vi.ctim+2@googlemail.com',
      'victim+1@example.com',
      'victim+1@gmail.com',
      'victim@gmail.com',
    ]);
  });

  it('sends nothing to a verified email address', async () => {
    const session = await harness.signIn('proven');
    await verify(await waitForToken('proven@example.com'));
    for (let sent = 0; sent < 5; sent += 1) expect((await sendAgain(session)).status).toBe(200);
    const { rows } = await sql`select 1 from outbox where done_at is null`.execute(harness.db);
    expect([rows, await getTokens('proven@example.com')]).toEqual([[], [expect.any(String)]]);
  });

  it('[LIMIT-01] is limited per IP address too', async () => {
    const limited = await startHarness({ FORM_REQUESTS_PER_MINUTE: '4' });
    const session = await limited.signIn('flood');
    const send = () =>
      limited.send(
        'POST',
        '/api/auth/send-verification',
        {},
        {
          ...sessionCookie(session),
          'x-forwarded-for': '192.0.2.7',
        },
      );
    await limited.db.updateTable('users').set({ email_verified_at: new Date() }).execute();
    const statuses = [];
    for (let sent = 0; sent < 5; sent += 1) statuses.push((await send()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    await limited.stop();
  });
});

it('[GUEST-01] a guest’s account starts without a verified email address and gets no verification mail', async () => {
  const guest = {
    booking_id: 'booking-1',
    email: 'guest@example.com',
    first_name: 'Gil',
    last_name: 'Est',
    origin,
    with_credentials: true,
  };
  const { body } = await harness.postInternal('/internal/guest-accounts', guest);
  expect(await isVerified(body.session_token)).toBe(false);
  const mails = await harness.db
    .selectFrom('outbox')
    .select('kind')
    .where('subject', '=', body.user_id)
    .execute();
  expect(mails).toEqual([{ kind: 'guest-account' }]);
});
