import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({
    PASSWORD_ATTEMPTS_PER_ACCOUNT: '3',
    PASSWORD_ATTEMPTS_PER_ADDRESS: '200',
  });
});
afterAll(() => harness.stop());

const userPath = '/api/auth/user';

describe('signing in', () => {
  it('[SECURITY-05] answers an unknown name and a wrong password alike', async () => {
    await harness.signIn('known');
    const wrong = await harness.post('/api/auth/login', { username: 'known', password: 'not this one' });
    const unknown = await harness.post('/api/auth/login', { username: 'nobody', password: 'not this one' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    expect(wrong.body.message).toBe('Invalid username or password');
    expect(wrong.session).toBeUndefined();
  });

  it('[SECURITY-06] stops after too many failures, for names that exist and names that do not, even with the right password', async () => {
    await harness.signIn('limited', 'correct horse 7');
    for (const username of ['limited', 'phantom']) {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        expect((await harness.post('/api/auth/login', { username, password: 'wrong' })).status).toBe(401);
      }
      const stopped = await harness.post('/api/auth/login', { username, password: 'correct horse 7' });
      expect(stopped.status).toBe(429);
      expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('[API-73] refuses empty fields with their texts and sets no cookie', async () => {
    const answer = await harness.post('/api/auth/login', { username: '', password: '' });
    expect(answer.status).toBe(400);
    expect(answer.body.fields.map((field: { message: string }) => field.message)).toEqual([
      'Username is required',
      'Password is required',
    ]);
    expect(answer.session).toBeUndefined();
  });

  it('[API-73] signs in by user name in any case and by e-mail address', async () => {
    await harness.signIn('Casey');
    for (const username of ['casey', 'CASEY@example.com']) {
      const answer = await harness.post('/api/auth/login', { username, password: 'correct horse 7' });
      expect(answer.body).toMatchObject({ success: true, user: { username: 'Casey', isAdmin: false } });
    }
  });

  it('[SECURITY-01] keeps the session in a cookie that scripts cannot read', async () => {
    await harness.signIn('cookies');
    const { session } = await harness.post('/api/auth/login', {
      username: 'cookies',
      password: 'correct horse 7',
    });
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(session?.secure).toBeUndefined();
    const [header] = (session?.value ?? '').split('.');
    expect(JSON.parse(Buffer.from(header ?? '', 'base64url').toString())).toMatchObject({ alg: 'ES256' });
  });

  it('[SECURITY-01] marks the cookie Secure where the site is on https', async () => {
    const secure = await startHarness({ SITE_ORIGIN: 'https://fares.example' });
    const register = {
      username: 'https',
      email: 'h@example.com',
      firstName: 'A',
      lastName: 'B',
      password: 'correct horse 7',
    };
    const headers = { origin: 'https://fares.example' };
    await secure.send('POST', '/api/auth/register', register, headers);
    const { session } = await secure.send(
      'POST',
      '/api/auth/login',
      { username: 'https', password: 'correct horse 7' },
      headers,
    );
    expect(session?.secure).toBe(true);
    await secure.stop();
  });
});

describe('the session', () => {
  it('[API-72] answers 401 "Not authenticated" without a session, with a forged one and with one of another key', async () => {
    const token = await harness.signIn('forged');
    const [header, payload, signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).toString('base64url');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const session of [undefined, 'nonsense', `${header}.${other}.${signature}`, unsigned]) {
      const answer = await harness.get(userPath, session);
      expect(answer.status).toBe(401);
      expect(answer.body.message).toBe('Not authenticated');
    }
    expect((await harness.get(userPath, token)).body).toMatchObject({
      username: 'forged',
      firstName: 'Ada',
    });
  });

  it('[SECURITY-02, API-76] ends on the server when the user signs out', async () => {
    const session = await harness.signIn('leaving');
    const claims = JSON.parse(Buffer.from(session.split('.')[1] ?? '', 'base64url').toString());
    const check = () =>
      harness.postInternal('/internal/sessions/check', { session_id: claims.jti, user_id: claims.sub });
    expect((await check()).status).toBe(200);
    expect((await harness.post('/api/auth/logout', {}, session)).status).toBe(200);
    expect((await harness.get(userPath, session)).status).toBe(401);
    expect((await check()).status).toBe(401);
  });

  it('[SECURITY-04] refuses a write from another site', async () => {
    const body = { username: 'known', password: 'correct horse 7' };
    const answer = await harness.send('POST', '/api/auth/login', body, {
      origin: 'https://elsewhere.example',
    });
    expect(answer.status).toBe(403);
    expect(answer.session).toBeUndefined();
  });

  it('keeps paths under /internal from callers without the service credential', async () => {
    expect((await harness.get('/internal/jwks.json')).status).toBe(404);
    const answer = await harness.post('/internal/sessions/check', { session_id: 'x', user_id: 'y' });
    expect(answer.status).toBe(404);
  });
});
