import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCookie, startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
let secondReplica: Awaited<ReturnType<Harness['startReplica']>>;
beforeAll(async () => {
  harness = await startHarness({ PASSWORD_ATTEMPTS_PER_ADDRESS: '20', FORM_REQUESTS_PER_MINUTE: '15' });
  secondReplica = await harness.startReplica();
});
afterAll(() => harness.stop());

const correctPassword = 'correct horse 7';
let lastIpAddress = 0;
/** An IP address that is not used by any other request of this file. */
const createIpAddress = () => `198.51.${Math.floor(lastIpAddress / 250)}.${(lastIpAddress++ % 250) + 1}`;

interface Options {
  session?: string;
  ipAddress?: string;
}
const post = (path: string, body: object, { session, ipAddress = createIpAddress() }: Options, index = 0) =>
  (index % 2 ? harness : secondReplica).send('POST', path, body, {
    'x-forwarded-for': ipAddress,
    ...sessionCookie(session),
  });
/** Sends concurrent requests, half of them to each replica; returns the number of responses by status. */
async function sendConcurrently(count: number, send: (index: number) => Promise<{ status: number }>) {
  const responses = await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const signIn = (username: string, password: string, options: Options = {}, index = 0) =>
  post('/api/auth/login', { username, password }, options, index);
const register = async (username: string): Promise<string> => {
  await post(
    '/api/auth/register',
    { username, email: `${username}@example.com`, firstName: 'A', lastName: 'B', password: correctPassword },
    {},
  );
  return (await signIn(username, correctPassword)).session?.value ?? '';
};

describe('300 concurrent sign-ins with a wrong password', () => {
  it.each(['known', 'unknown'])(
    '[LIMIT-01, SECURITY-06] have 10 passwords verified when the user name is %s',
    async (username) => {
      if (username === 'known') await register(username);
      const counts = await sendConcurrently(300, (index) => signIn(username, 'wrong', {}, index));
      expect(counts).toEqual({ 401: 10, 429: 290 });
      const rejected = await signIn(username, correctPassword);
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(14 * 60);
    },
  );

  it('[LIMIT-01, SECURITY-06] with different names are limited by their IP address', async () => {
    const ipAddress = createIpAddress();
    const counts = await sendConcurrently(300, (index) =>
      signIn(`name-${index}`, 'wrong', { ipAddress }, index),
    );
    expect(counts).toEqual({ 401: 20, 429: 280 });
  });

  it('[LIMIT-01] have 20 passwords verified from an IPv6 network, in which a client has every address', async () => {
    const counts = await sendConcurrently(60, (index) =>
      signIn(`six-${index}`, 'wrong', { ipAddress: `2001:db8:1:2::${index.toString(16)}` }, index),
    );
    expect(counts).toEqual({ 401: 20, 429: 40 });
    expect((await signIn('six', 'wrong', { ipAddress: '2001:db8:1:3::1' })).status).toBe(401);
  });

  it('[LIMIT-01] that the account’s limit rejects do not count for their IP address', async () => {
    const ipAddress = createIpAddress();
    await register('colleague');
    await sendConcurrently(60, (index) => signIn('guessed', 'wrong', { ipAddress }, index));
    expect((await signIn('colleague', correctPassword, { ipAddress })).status).toBe(200);
  });

  it('[LIMIT-01] that the IP address’s limit rejects do not count for their account', async () => {
    const ipAddress = createIpAddress();
    for (let index = 0; index < 20; index += 1) await signIn(`spray-${index}`, 'wrong', { ipAddress });
    await register('sprayed');
    const counts = await sendConcurrently(20, (index) => signIn('sprayed', 'wrong', { ipAddress }, index));
    expect(counts).toEqual({ 429: 20 });
    expect((await signIn('sprayed', correctPassword)).status).toBe(200);
  });

  it('[LIMIT-04] count for the same account by user name and by email address', async () => {
    await register('twonames');
    const names = ['twonames', 'TwoNames', 'twonames@example.com', 'TWONAMES@EXAMPLE.COM'];
    const counts = await sendConcurrently(300, (index) => signIn(names[index % 4] ?? '', 'wrong', {}, index));
    expect(counts).toEqual({ 401: 10, 429: 290 });
  });
});

it('[LIMIT-01] 60 concurrent password changes have 10 current passwords verified', async () => {
  const session = await register('changer');
  const body = { currentPassword: 'wrong', newPassword: 'Violet-Harbour-42!' };
  const counts = await sendConcurrently(60, (index) =>
    post('/api/auth/change-password', body, { session }, index),
  );
  expect(counts).toEqual({ 400: 10, 429: 50 });
  expect((await signIn('changer', correctPassword)).status).toBe(200);
});

it('[SECURITY-06] a sign-in with the right password resets the account’s counter and does not count for its IP address', async () => {
  const ipAddress = createIpAddress();
  await register('forgiven');
  for (let round = 0; round < 3; round += 1) {
    for (let attempt = 0; attempt < 9; attempt += 1) await signIn('forgiven', 'wrong');
    expect((await signIn('forgiven', correctPassword, { ipAddress })).status).toBe(200);
  }
  const statuses = await sendConcurrently(25, (index) =>
    signIn(`elsewhere-${index}`, 'wrong', { ipAddress }, index),
  );
  expect(statuses).toEqual({ 401: 20, 429: 5 });
});

it('[SECURITY-06] accepts a sign-in again when the time window has ended', async () => {
  await register('patient');
  await sendConcurrently(11, () => signIn('patient', 'wrong'));
  expect((await signIn('patient', correctPassword)).status).toBe(429);
  await harness.db
    .updateTable('attempts')
    .set({ window_ends_at: sql`now() - interval '1 second'` as never })
    .execute();
  expect((await signIn('patient', correctPassword)).status).toBe(200);
});

it.each([
  ['/api/auth/register', { username: 'x', email: 'x', firstName: '', lastName: '', password: 'x' }, 400],
  ['/api/auth/reset-password', { token: 'none', newPassword: 'Violet-Harbour-42!' }, 400],
  ['/api/auth/forgot-password', { email: 'nobody@example.com' }, 200],
])(
  '[LIMIT-01] 60 concurrent requests to %s from one IP address are limited per minute and form',
  async (path, body, status) => {
    const ipAddress = createIpAddress();
    const counts = await sendConcurrently(60, (index) => post(path, body, { ipAddress }, index));
    expect(counts).toEqual({ [status]: 15, 429: 45 });
    expect((await post(path, body, {})).status).toBe(status);
    expect((await post('/api/contact', {}, { ipAddress })).status).toBe(400);
    const rejected = await post(path, body, { ipAddress });
    expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(60);
  },
);

it('[LIMIT-01] 60 concurrent requests to a form from one IPv6 network, or from an IPv4 address also in its IPv6 form, are limited', async () => {
  const ipv4 = createIpAddress();
  const addressesOf: ((index: number) => string)[] = [
    (index) => `2001:db8:7:7:${index.toString(16)}::1`,
    (index) => (index % 2 ? ipv4 : `::ffff:${ipv4}`),
  ];
  for (const addressOf of addressesOf) {
    const counts = await sendConcurrently(60, (index) =>
      post('/api/auth/verify-email', {}, { ipAddress: addressOf(index) }, index),
    );
    expect(counts).toEqual({ 400: 15, 429: 45 });
  }
});

it('stores neither names nor IP addresses', async () => {
  const ipAddress = createIpAddress();
  await signIn('my password by mistake', 'wrong', { ipAddress });
  const rows = JSON.stringify(await harness.db.selectFrom('attempts').selectAll().execute());
  expect(rows).not.toContain('mistake');
  expect(rows).not.toContain(ipAddress);
});
