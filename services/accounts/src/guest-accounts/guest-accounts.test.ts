import { expect, it } from 'vitest';
import { origin, startSharedHarness } from '../testing/harness.ts';
import { hashPassword } from '../users/password.ts';
import { findById, setPassword } from '../users/user.repository.ts';

const harness = await startSharedHarness();

const create = (booking: string, email: string, withCredentials = true) =>
  harness.postInternal('/internal/guest-accounts', {
    booking_id: booking,
    email,
    first_name: 'Ida',
    last_name: 'Holm',
    origin,
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

it('[STATUS-02] issues no password after the guest has set one by a reset link', async () => {
  const created = await create('b6', 'reset@example.com', false);
  const chosen = await hashPassword('a password of their own 7');
  await setPassword(harness.db, created.body.user_id, chosen);
  expect((await create('b6', 'reset@example.com')).body).toMatchObject({ created: true, password: null });
  expect((await findById(harness.db, created.body.user_id))?.password_hash).toBe(chosen);
});
