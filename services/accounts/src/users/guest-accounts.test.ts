import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAccounts, type Accounts } from '../testing/harness.ts';

let accounts: Accounts;
beforeAll(async () => {
  accounts = await startAccounts();
});
afterAll(() => accounts.stop());

const create = (booking: string, email: string) =>
  accounts.internal('/internal/guest-accounts', {
    booking_id: booking,
    email,
    first_name: 'Ida',
    last_name: 'Holm',
  });

it('[GUEST-04] makes no account for an address that has one, and tells nothing about it', async () => {
  await accounts.signIn('taken');
  expect((await create('b1', 'TAKEN@example.com')).body).toEqual({ created: false });
});

it('[GUEST-01, GUEST-02] makes an account whose credentials and session work', async () => {
  const { body } = await create('b2', 'ida.holm@example.com');
  expect(body).toMatchObject({ created: true, email: 'ida.holm@example.com' });
  expect((await accounts.get('/api/auth/user', body.session_token)).body).toMatchObject({
    firstName: 'Ida',
    isAdmin: false,
  });
  const login = await accounts.post('/api/auth/login', { username: body.username, password: body.password });
  expect(login.status).toBe(200);
});

it('[GUEST-03] tells the password in the first answer only and stores its hash only', async () => {
  const first = await create('b3', 'once@example.com');
  const repeat = await create('b3', 'once@example.com');
  expect(repeat.body).toEqual({ ...first.body, password: null, session_token: null });
  expect(JSON.stringify(await accounts.db.selectFrom('users').selectAll().execute())).not.toContain(
    first.body.password,
  );
});

it('[GUEST-01] makes one account when a booking calls several times at once', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => create('b4', 'race@example.com')));
  expect(new Set(answers.map(({ body }) => body.user_id)).size).toBe(1);
  expect(answers.filter(({ body }) => body.password).length).toBe(1);
});
