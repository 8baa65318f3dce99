import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
let secondReplica: Awaited<ReturnType<Harness['startReplica']>>;
beforeAll(async () => {
  harness = await startHarness({ PASSWORD_ATTEMPTS_PER_ADDRESS: '20', FORM_REQUESTS_PER_MINUTE: '15' });
  secondReplica = await harness.startReplica();
});
afterAll(() => harness.stop());

const correctPassword = 'correct horse 7';
let lastIpAddress = 0;
/** An IP address that no other request of this file came from. */
const createIpAddress = () => `198.51.${Math.floor(lastIpAddress / 250)}.${(lastIpAddress++ % 250) + 1}`;

interface Options {
  session?: string;
  address?: string;
}
const post = (
  path: string,
  body: object,
  { session, address: ipAddress = createIpAddress() }: Options,
  index = 0,
) =>
  (index % 2 ? harness : secondReplica).send('POST', path, body, {
    'x-forwarded-for': ipAddress,
    ...(session ? { cookie: `session=${session}` } : {}),
  });
/** Many requests at once, half of them at each replica; how many had which status. */
async function sendConcurrently(count: number, send: (index: number) => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
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

describe('300 sign-ins with a wrong password at once', () => {
  it.each(['known', 'unknown'])(
    '[LIMIT-01, SECURITY-06] reach the password check 10 times for a user name that is %s',
    async (username) => {
      if (username === 'known') await register(username);
      const counts = await sendConcurrently(300, (index) => signIn(username, 'wrong', {}, index));
      expect(counts).toEqual({ 401: 10, 429: 290 });
      const refused = await signIn(username, correctPassword);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    },
  );

  it('[LIMIT-01, SECURITY-06] reach it as often as one address may try, whatever the names', async () => {
    const address = createIpAddress();
    const counts = await sendConcurrently(300, (index) =>
      signIn(`name-${index}`, 'wrong', { address }, index),
    );
    expect(counts).toEqual({ 401: 20, 429: 280 });
  });

  it('[LIMIT-01] leave the address its attempts at other accounts where their account refuses them', async () => {
    const address = createIpAddress();
    await register('colleague');
    await sendConcurrently(60, (index) => signIn('guessed', 'wrong', { address }, index));
    expect((await signIn('colleague', correctPassword, { address })).status).toBe(200);
  });

  it('[LIMIT-01] leave an account its attempts where their address refuses them', async () => {
    const address = createIpAddress();
    for (let index = 0; index < 20; index += 1) await signIn(`spray-${index}`, 'wrong', { address });
    await register('sprayed');
    const counts = await sendConcurrently(20, (index) => signIn('sprayed', 'wrong', { address }, index));
    expect(counts).toEqual({ 429: 20 });
    expect((await signIn('sprayed', correctPassword)).status).toBe(200);
  });

  it('[LIMIT-04] count for the account, whichever of its names was typed', async () => {
    await register('twonames');
    const names = ['twonames', 'TwoNames', 'twonames@example.com', 'TWONAMES@EXAMPLE.COM'];
    const counts = await sendConcurrently(300, (index) => signIn(names[index % 4] ?? '', 'wrong', {}, index));
    expect(counts).toEqual({ 401: 10, 429: 290 });
  });
});

it('[LIMIT-01] 60 changes of password at once check the current password 10 times', async () => {
  const session = await register('changer');
  const body = { currentPassword: 'wrong', newPassword: 'Violet-Harbour-42!' };
  const counts = await sendConcurrently(60, (index) =>
    post('/api/auth/change-password', body, { session }, index),
  );
  expect(counts).toEqual({ 400: 10, 429: 50 });
  expect((await signIn('changer', correctPassword)).status).toBe(200);
});

it('[SECURITY-06] a sign-in with the right password clears the count of the account and costs its address nothing', async () => {
  const address = createIpAddress();
  await register('forgiven');
  for (let round = 0; round < 3; round += 1) {
    for (let attempt = 0; attempt < 9; attempt += 1) await signIn('forgiven', 'wrong');
    expect((await signIn('forgiven', correctPassword, { address })).status).toBe(200);
  }
  const statuses = await sendConcurrently(25, (index) =>
    signIn(`elsewhere-${index}`, 'wrong', { address }, index),
  );
  expect(statuses).toEqual({ 401: 20, 429: 5 });
});

it('[SECURITY-06] the count ends with its window', async () => {
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
  '[LIMIT-01] 60 requests at once to %s are taken as often as one address may',
  async (path, body, status) => {
    const address = createIpAddress();
    const counts = await sendConcurrently(60, (index) => post(path, body, { address }, index));
    expect(counts).toEqual({ [status]: 15, 429: 45 });
    expect((await post(path, body, {})).status).toBe(status);
  },
);

it('stores neither names nor IP addresses', async () => {
  const address = createIpAddress();
  await signIn('my password by mistake', 'wrong', { address });
  const rows = JSON.stringify(await harness.db.selectFrom('attempts').selectAll().execute());
  expect(rows).not.toContain('mistake');
  expect(rows).not.toContain(address);
});
