import { randomUUID } from 'node:crypto';
import { decodeToken, recordQueries } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { startHarness, startSharedHarness } from '../testing/harness.ts';

const harness = await startSharedHarness({
  PASSWORD_ATTEMPTS_PER_ACCOUNT: '3',
  PASSWORD_ATTEMPTS_PER_ADDRESS: '200',
});

const userPath = '/api/auth/user';

describe('signing in', () => {
  it('[SECURITY-05] returns the same response for an unknown name and a wrong password', async () => {
    await harness.signIn('known');
    const wrong = await harness.post('/api/auth/login', { username: 'known', password: 'not this one' });
    const unknown = await harness.post('/api/auth/login', { username: 'unknown', password: 'not this one' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    expect(wrong.body.message).toBe('Invalid username or password');
    expect(wrong.session).toBeUndefined();
  });

  it('[SECURITY-05] sends the same queries for an unknown name as for a wrong password, also at and over the limit', async () => {
    await harness.signIn('queried');
    const recordAttempts = async (username: string) => {
      const attempts = [];
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const id = `queries-of-${randomUUID()}`;
        const body = { username, password: 'not this one' };
        const send = () => harness.send('POST', '/api/auth/login', body, { 'x-request-id': id });
        attempts.push(await recordQueries(id, send));
      }
      return attempts;
    };
    const unknown = await recordAttempts('unqueried');
    expect(unknown.map(({ length }) => length)).toEqual([11, 11, 11, 6, 6]);
    expect(unknown.flat().every((text) => /^\s*(select|insert) /.test(text))).toBe(true);
    expect(await recordAttempts('queried')).toEqual(unknown);
    await harness.db.deleteFrom('attempts').execute();
    expect(await recordAttempts('queried@example.com')).toEqual(unknown);
  });

  it('[SECURITY-05] takes as long for an unknown name as for a wrong password', async () => {
    await harness.signIn('timed');
    const measure = async (username: string) => {
      const startedAt = performance.now();
      await harness.post('/api/auth/login', { username, password: 'not this one' });
      return performance.now() - startedAt;
    };
    const times: { known: number; unknown: number }[] = [];
    // In turn, so that other work on the machine delays both.
    for (const unknown of ['nobody-1', 'nobody-2', 'nobody-3'])
      times.push({ known: await measure('timed'), unknown: await measure(unknown) });
    // The shortest, which other work delays least.
    const [known, unknown] = [
      Math.min(...times.map((each) => each.known)),
      Math.min(...times.map((each) => each.unknown)),
    ];
    expect(unknown).toBeGreaterThan(known / 3);
  });

  it('[SECURITY-06] returns 429 after too many failures for existing and unknown names, even with the right password', async () => {
    await harness.signIn('limited', 'correct horse 7');
    for (const username of ['limited', 'phantom']) {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        expect((await harness.post('/api/auth/login', { username, password: 'wrong' })).status).toBe(401);
      }
      const rejected = await harness.post('/api/auth/login', { username, password: 'correct horse 7' });
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('[API-73] returns 400 with the messages of empty fields and sets no cookie', async () => {
    const response = await harness.post('/api/auth/login', { username: '', password: '' });
    expect(response.status).toBe(400);
    expect(response.body.fields.map((field: { message: string }) => field.message)).toEqual([
      'Username is required',
      'Password is required',
    ]);
    expect(response.session).toBeUndefined();
  });

  it('[API-73] accepts user name and email address, case-insensitively', async () => {
    await harness.signIn('Casey');
    for (const username of ['casey', 'CASEY@example.com']) {
      const response = await harness.post('/api/auth/login', { username, password: 'correct horse 7' });
      expect(response.body).toMatchObject({ success: true, user: { username: 'casey', isAdmin: false } });
    }
  });

  it('[SECURITY-01] sets an HttpOnly session cookie', async () => {
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

  it('[SECURITY-01] on https, sets a cookie for this host only, reads no other and removes it', async () => {
    const origin = 'https://fares.example';
    const secure = await startHarness({ SITE_ORIGIN: origin });
    const password = 'correct horse 7';
    const names = { username: 'https', email: 'h@example.com', firstName: 'A', lastName: 'B' };
    const send = (path: string, body: object, cookie = '') =>
      secure.send('POST', path, body, { origin, cookie });
    await send('/api/auth/register', { ...names, password });
    const { session } = await send('/api/auth/login', { username: 'https', password });
    expect(session).toMatchObject({ name: '__Host-session', secure: true, path: '/' });
    expect(session?.domain).toBeUndefined();
    const getStatus = async (name: string) =>
      (await secure.send('GET', userPath, undefined, { cookie: `${name}=${session?.value}` })).status;
    expect([await getStatus('__Host-session'), await getStatus('session')]).toEqual([200, 401]);

    const signedOut = await send('/api/auth/logout', {}, `__Host-session=${session?.value}`);
    const removed = [signedOut.headers['set-cookie']].flat().map((header) => header?.split('=')[0]);
    expect(removed).toEqual(['__Host-session', 'signed-in', '__Host-visitor', '__Host-trip']);
    expect(await getStatus('__Host-session')).toBe(401);
    await secure.stop();
  });
});

describe('the session', () => {
  it('[API-72] is 401 "Not authenticated" when it is missing, forged or unsigned', async () => {
    const token = await harness.signIn('forged');
    const [header, payload, signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).toString('base64url');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const session of [undefined, 'nonsense', `${header}.${other}.${signature}`, unsigned]) {
      const response = await harness.get(userPath, session);
      expect(response.status).toBe(401);
      expect(response.body.message).toBe('Not authenticated');
    }
    expect((await harness.get(userPath, token)).body).toMatchObject({
      username: 'forged',
      firstName: 'Ada',
    });
  });

  it('[SECURITY-02, API-76] ends on the server and in the browser when the user signs out', async () => {
    const session = await harness.signIn('leaving');
    const claims = JSON.parse(Buffer.from(session.split('.')[1] ?? '', 'base64url').toString());
    const check = () =>
      harness.postInternal('/internal/sessions/check', {
        session_id: claims.jti,
        user_id: claims.sub,
        audience: 'fareline',
      });
    expect((await check()).status).toBe(200);
    const signedOut = await harness.post('/api/auth/logout', {}, session);
    expect(signedOut.status).toBe(200);
    expect(signedOut.session).toMatchObject({ value: '', path: '/', expires: new Date(0) });
    expect((await harness.get(userPath, session)).status).toBe(401);
    expect((await check()).status).toBe(401);
  });

  it('[ACCESS-04, API-76] takes the visitor with it when the user signs out, so that the next person at the browser is another', async () => {
    const session = await harness.signIn('sharing');
    const { headers } = await harness.post('/api/auth/logout', {}, session);
    const removed = [headers['set-cookie']].flat().find((header) => header?.startsWith('visitor='));
    expect(removed).toMatch(/^visitor=; .*Path=\/; Expires=Thu, 01 Jan 1970/);
  });

  it('[ACCESS-04] takes the visitor with it when another user signs in at the browser', async () => {
    const first = await harness.signIn('first-here');
    await harness.signIn('second-here');
    const signInOver = async (session: string, username: string) => {
      const response = await harness.post(
        '/api/auth/login',
        { username, password: 'correct horse 7' },
        session,
      );
      const cookies = [response.headers['set-cookie']].flat();
      return {
        session: response.session?.value ?? '',
        visitor: cookies.find((header) => header?.startsWith('visitor=')),
      };
    };
    const same = await signInOver(first, 'first-here');
    expect(same.visitor).toBeUndefined();
    expect((await signInOver(same.session, 'second-here')).visitor).toMatch(/^visitor=; .*01 Jan 1970/);
  });

  it('[SECURITY-01] ends when it expires, and is valid for its own user only', async () => {
    const session = await harness.signIn('expiring');
    const { jti, sub } = decodeToken(session).claims as { jti: string; sub: string };
    const other = decodeToken(await harness.signIn('another')).claims.sub;
    const check = async (user_id: unknown) =>
      (
        await harness.postInternal('/internal/sessions/check', {
          session_id: jti,
          user_id,
          audience: 'fareline',
        })
      ).status;
    expect([await check(sub), await check(other)]).toEqual([200, 401]);
    await harness.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', jti)
      .execute();
    expect((await harness.get(userPath, session)).status).toBe(401);
    expect(await check(sub)).toBe(401);
  });

  it('[SECURITY-04] is not created by a write from another site', async () => {
    const body = { username: 'known', password: 'correct horse 7' };
    const response = await harness.send('POST', '/api/auth/login', body, {
      origin: 'https://elsewhere.example',
    });
    expect(response.status).toBe(403);
    expect(response.session).toBeUndefined();
  });
});
