import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertMailedToken } from '../users/mailed-token.repository.ts';
import { sessionCookie, startSharedHarness } from '../testing/harness.ts';
import { queueHash } from '../users/hash-queue.ts';
import { findByUsername } from '../users/user.repository.ts';

const harness = await startSharedHarness({
  PASSWORD_ATTEMPTS_PER_ADDRESS: '8',
  FORM_REQUESTS_PER_MINUTE: '15',
});
const secondReplica = await harness.startReplica();

const correctPassword = 'correct horse 7';
let lastIpAddress = 0;
/** An IP address in a /24 that no other request of this file is from. */
const createIpAddress = () => {
  lastIpAddress += 1;
  return `11.${lastIpAddress >> 8}.${lastIpAddress & 255}.9`;
};

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
const register = async (username: string, ipAddress = createIpAddress()): Promise<string> => {
  await post(
    '/api/auth/register',
    { username, email: `${username}@example.com`, firstName: 'A', lastName: 'B', password: correctPassword },
    {},
  );
  return (await signIn(username, correctPassword, { ipAddress })).session?.value ?? '';
};

describe('concurrent sign-ins with a wrong password', () => {
  it.each(['known', 'unknown'])(
    '[LIMIT-01, LIMIT-04] from 100 networks have 20 passwords verified when the user name is %s, and slow down the account for a minute at most',
    async (username) => {
      const home = createIpAddress();
      if (username === 'known') await register(username, home);
      const counts = await sendConcurrently(100, (index) => signIn(username, 'wrong', {}, index));
      expect(counts).toEqual({ 401: 20, 429: 80 });
      const rejected = await signIn(username, correctPassword);
      expect(rejected.status).toBe(429);
      const seconds = Number(rejected.headers['retry-after']);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(rejected.body.message).toBe(
        `Too many wrong passwords. Try again in ${seconds === 60 ? 'a minute' : `${seconds} seconds`}, or reset your password.`,
      );
    },
  );

  it.each(['known', 'unknown'])(
    '[LIMIT-01, LIMIT-04] of which 100 are from one network have 5 passwords verified when the user name is %s',
    async (kind) => {
      const ipAddress = createIpAddress();
      const username = `${kind}-single`;
      if (kind === 'known') await register(username);
      const counts = await sendConcurrently(100, (index) => signIn(username, 'wrong', { ipAddress }, index));
      expect(counts).toEqual({ 401: 5, 429: 95 });
    },
  );

  it('[LIMIT-04] lock out neither the user at a client that signed in before, nor at any other client if they come from one', async () => {
    const [home, elsewhere, attacker] = [createIpAddress(), createIpAddress(), createIpAddress()];
    await register('victim', home);
    await sendConcurrently(30, (index) => signIn('victim', 'wrong', { ipAddress: attacker }, index));
    expect((await signIn('victim', correctPassword, { ipAddress: elsewhere })).status).toBe(200);
    await sendConcurrently(40, (index) => signIn('victim', 'wrong', {}, index));
    expect((await signIn('victim', correctPassword)).status).toBe(429);
    for (const ipAddress of [home, elsewhere])
      expect((await signIn('victim', correctPassword, { ipAddress })).status).toBe(200);
  });

  it('[LIMIT-01, SECURITY-06] with different names are limited by their IP address, and leave no row of a refused one', async () => {
    const ipAddress = createIpAddress();
    const countRows = async () => (await harness.db.selectFrom('attempts').select('key').execute()).length;
    const before = await countRows();
    const counts = await sendConcurrently(40, (index) =>
      signIn(`name-${index}`, 'wrong', { ipAddress }, index),
    );
    expect(counts).toEqual({ 401: 8, 429: 32 });
    // Each of 8 names counts for the client and for all, and the client and its /24 for passwords and for the form.
    expect((await countRows()) - before).toBe(2 * 8 + 2 * 2);
  });

  it.each([
    ['/24', (index: number) => `192.0.2.${index}`],
    ['IPv6 /48', (index: number) => `2001:db8:2:${index}::1`],
  ])(
    '[LIMIT-01] from all addresses of a %s have four times as many passwords verified',
    async (range, of) => {
      const counts = await sendConcurrently(60, (index) =>
        signIn(`range-${range}-${index}`, 'wrong', { ipAddress: of(index) }, index),
      );
      expect(counts).toEqual({ 401: 32, 429: 28 });
    },
  );

  it('[LIMIT-01] have 8 passwords verified from an IPv6 network, in which a client has every address', async () => {
    const counts = await sendConcurrently(60, (index) =>
      signIn(`six-${index}`, 'wrong', { ipAddress: `2001:db8:1:2::${index.toString(16)}` }, index),
    );
    expect(counts).toEqual({ 401: 8, 429: 52 });
    expect((await signIn('six', 'wrong', { ipAddress: '2001:db8:1:3::1' })).status).toBe(401);
  });

  it('[LIMIT-01] that the account’s limit rejects do not count for their IP address', async () => {
    const ipAddress = createIpAddress();
    await register('colleague');
    await sendConcurrently(40, (index) => signIn('guessed', 'wrong', { ipAddress }, index));
    expect((await signIn('colleague', correctPassword, { ipAddress })).status).toBe(200);
  });

  it('[LIMIT-01] that the IP address’s limit rejects do not count for their account', async () => {
    const ipAddress = createIpAddress();
    for (let index = 0; index < 8; index += 1) await signIn(`spray-${index}`, 'wrong', { ipAddress });
    await register('sprayed');
    const counts = await sendConcurrently(20, (index) => signIn('sprayed', 'wrong', { ipAddress }, index));
    expect(counts).toEqual({ 429: 20 });
    expect((await signIn('sprayed', correctPassword)).status).toBe(200);
  });

  it('[LIMIT-04] count for the same account by user name and by email address', async () => {
    await register('twonames');
    const names = ['twonames', 'TwoNames', 'twonames@example.com', 'TWONAMES@EXAMPLE.COM'];
    const counts = await sendConcurrently(40, (index) => signIn(names[index % 4] ?? '', 'wrong', {}, index));
    expect(counts).toEqual({ 401: 20, 429: 20 });
  });
});

it('[LIMIT-01] 60 concurrent password changes have 5 current passwords verified from one client, and 20 from all', async () => {
  const body = { currentPassword: 'wrong', newPassword: 'Violet-Harbour-42!' };
  const ipAddress = createIpAddress();
  for (const [username, options, expected] of [
    ['changer', { ipAddress }, { 400: 5, 429: 55 }],
    ['wanderer', {}, { 400: 20, 429: 40 }],
  ] as const) {
    const session = await register(username);
    const counts = await sendConcurrently(60, (index) =>
      post('/api/auth/change-password', body, { session, ...options }, index),
    );
    expect(counts).toEqual(expected);
    expect((await signIn(username, correctPassword)).status).toBe(200);
  }
});

it('[SECURITY-06] a sign-in with the right password resets the account’s counter and does not count for its IP address', async () => {
  const ipAddress = createIpAddress();
  await register('forgiven');
  for (let round = 0; round < 3; round += 1) {
    for (let attempt = 0; attempt < 4; attempt += 1) await signIn('forgiven', 'wrong', { ipAddress });
    expect((await signIn('forgiven', correctPassword, { ipAddress })).status).toBe(200);
  }
  const statuses = await sendConcurrently(25, (index) =>
    signIn(`elsewhere-${index}`, 'wrong', { ipAddress }, index),
  );
  // The four before its first sign-in count.
  expect(statuses).toEqual({ 401: 8 - 4, 429: 21 });
});

it('[LIMIT-04] lets one attempt through after each delay, also of many concurrent ones', async () => {
  const ipAddress = createIpAddress();
  const wait = () =>
    harness.db
      .updateTable('attempts')
      .set({ retry_at: sql<Date>`now()` })
      .where('retry_at', 'is not', null)
      .execute();
  await sendConcurrently(10, (index) => signIn('patient', 'wrong', { ipAddress }, index));
  for (let round = 0; round < 2; round += 1) {
    await wait();
    const counts = await sendConcurrently(10, (index) => signIn('patient', 'wrong', { ipAddress }, index));
    expect(counts).toEqual({ 401: 1, 429: 9 });
  }
});

it('[LIMIT-04] a password reset clears the counters and gets its client through while a stranger goes on', async () => {
  const ipAddress = createIpAddress();
  await register('rescued');
  const attack = () => sendConcurrently(30, (index) => signIn('rescued', 'wrong', {}, index));
  await attack();
  for (let attempt = 0; attempt < 6; attempt += 1) await signIn('rescued', 'wrong', { ipAddress });
  expect((await signIn('rescued', correctPassword, { ipAddress })).status).toBe(429);
  const user = await findByUsername(harness.db, 'rescued');
  const token = await insertMailedToken(harness.db, 'password-reset', user?.id ?? '');
  const newPassword = 'Violet-Harbour-42!';
  expect((await post('/api/auth/reset-password', { token, newPassword }, { ipAddress })).status).toBe(200);
  expect(await attack()).toEqual({ 401: 20, 429: 10 });
  expect((await signIn('rescued', newPassword, { ipAddress })).status).toBe(200);
});

it('[LIMIT-06] a password that is not verified, because too many wait, does not count as wrong', async () => {
  const ipAddress = createIpAddress();
  await register('hurried');
  const { promise: blocked, resolve: finish } = Promise.withResolvers<void>();
  const queue = Promise.allSettled(Array.from({ length: 110 }, () => queueHash(() => blocked)));
  const refused = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const { status, headers } = await signIn('hurried', correctPassword, { ipAddress });
    refused.push([status, headers['retry-after']]);
  }
  finish();
  await queue;
  expect(refused).toEqual(Array(6).fill([503, '5']));
  expect((await signIn('hurried', correctPassword, { ipAddress })).status).toBe(200);
});

it('[LIMIT-06, LIMIT-01] sign-ins of one client are limited per minute, also with the right password', async () => {
  const ipAddress = createIpAddress();
  await register('eager');
  const counts = { 200: 0, 429: 0 } as Record<number, number>;
  for (let sent = 0; sent < 50; sent += 1) {
    const { status } = await signIn('eager', correctPassword, { ipAddress });
    counts[status] = (counts[status] ?? 0) + 1;
  }
  expect(counts).toEqual({ 200: 45, 429: 5 });
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
    const range = ipAddress.replace(/\d+$/, '');
    const inRange = await sendConcurrently(60, (index) =>
      post(path, body, { ipAddress: `${range}${100 + index}` }, index),
    );
    expect(inRange).toEqual({ [status]: 45, 429: 15 });
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
