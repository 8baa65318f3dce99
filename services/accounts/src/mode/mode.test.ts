import { defaultBrand } from '@fareline/contracts/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
let admin: string;
let user: string;
beforeAll(async () => {
  harness = await startHarness({ DUFFEL_TOKEN_LIVE: 'duffel_live_x', ENVIRONMENT: 'local' });
  admin = await harness.signIn('boss', 'correct horse 7', { isAdmin: true });
  user = await harness.signIn('someone');
});
afterAll(() => harness.stop());

const sessionCookie = (session: string | undefined): Record<string, string> =>
  session ? { cookie: `session=${session}` } : {};

describe('administrators', () => {
  it.each([
    ['GET', '/api/admin/settings', undefined],
    ['POST', '/api/admin/settings', { enableLiveMode: true }],
    ['POST', '/api/admin/settings', {}],
    ['POST', '/api/admin/login', {}],
    ['GET', '/api/admin/brands', undefined],
    ['PUT', '/api/admin/brands/default', defaultBrand],
  ] as const)(
    '[API-80] %s %s returns 401 without a session and 403 for other users',
    async (method, path, body) => {
      expect((await harness.send(method, path, body)).status).toBe(401);
      expect((await harness.send(method, path, body, sessionCookie(user))).status).toBe(403);
    },
  );

  it('[API-77, API-19] can read the settings', async () => {
    const { body } = await harness.get('/api/admin/settings', admin);
    expect(body).toEqual({
      enableLiveMode: false,
      duffelApiConfigured: true,
      stripeConfigured: false,
      environment: 'local',
    });
  });

  it('[API-78, API-14, MODE-01] can change the mode, which is public', async () => {
    expect((await harness.get('/api/system/mode')).body).toEqual({ isLiveMode: false, mode: 'test' });
    expect((await harness.post('/api/admin/settings', { enableLiveMode: true }, admin)).body).toEqual({
      enableLiveMode: true,
    });
    expect((await harness.get('/api/system/mode')).body).toEqual({ isLiveMode: true, mode: 'live' });
    await harness.post('/api/admin/settings', { enableLiveMode: false }, admin);
  });

  it('[MODE-03] cannot turn on live mode without a live key of the provider', async () => {
    const withoutKeys = await startHarness();
    const session = await withoutKeys.signIn('boss', 'correct horse 7', { isAdmin: true });
    const response = await withoutKeys.post('/api/admin/settings', { enableLiveMode: true }, session);
    expect([response.status, response.body.error]).toEqual([409, 'LIVE_MODE_UNAVAILABLE']);
    expect((await withoutKeys.get('/api/system/mode')).body.isLiveMode).toBe(false);
    await withoutKeys.stop();
  });

  it('[API-79] get a new session in place of the verified one', async () => {
    const response = await harness.post('/api/admin/login', {}, admin);
    expect(response.body).toEqual({ success: true, message: 'Session verified' });
    expect((await harness.get('/api/admin/settings', admin)).status).toBe(401);
    admin = response.session?.value ?? '';
    expect((await harness.get('/api/admin/settings', admin)).status).toBe(200);
  });
});

describe('brands', () => {
  const saveBrand = (brand: object, id = 'default') =>
    harness.send('PUT', `/api/admin/brands/${id}`, brand, sessionCookie(admin));

  it('[API-71, API-15] are found by id and by domain; an unknown one returns 404', async () => {
    expect((await harness.get('/api/brands/default')).body).toEqual(defaultBrand);
    expect((await harness.get('/api/brands/sunhop.example')).body).toMatchObject({
      id: 'sunhop',
      pricing: { markupPercent: 15 },
    });
    expect((await harness.get('/api/brands/unknown')).status).toBe(404);
  });

  it.each([
    ['an invalid colour', { theme: { ...defaultBrand.theme, primary: 'red;}' } }, 'theme.primary'],
    ['an unknown font', { theme: { ...defaultBrand.theme, font: 'Comic Sans' } }, 'theme.font'],
    ['a logo with a javascript: URL', { logo: 'javascript:alert(1)' }, 'logo'],
    ['a logo with a URL without https', { logo: '//evil.example/x.svg' }, 'logo'],
    [
      'a text colour with too little contrast',
      { theme: { ...defaultBrand.theme, text: '#cccccc' } },
      'theme.text',
    ],
  ])('[API-82, ADMIN-16] are rejected with the invalid field for %s', async (_, change, path) => {
    const response = await saveBrand({ ...defaultBrand, ...change });
    expect(response.status).toBe(400);
    expect(response.body.fields.map((field: { path: string }) => field.path)).toContain(path);
    expect((await harness.get('/api/brands/default')).body).toEqual(defaultBrand);
  });

  it('[ADMIN-16, BRAND-09] can be changed by an administrator, except to the domain of another brand', async () => {
    const changed = { ...defaultBrand, name: 'Fareline West', pricing: { markupPercent: 10 } };
    expect((await saveBrand(changed)).status).toBe(200);
    expect((await harness.get('/api/brands/default')).body).toEqual(changed);
    const withTakenDomain = await saveBrand({ ...defaultBrand, domain: 'sunhop.example' });
    expect(withTakenDomain.body.fields[0].path).toBe('domain');
  });

  it('[HOST-01] accept writes from pages on their own domain as soon as it is saved', async () => {
    const postFrom = async (host: string, origin: string) => {
      const response = await harness.send('POST', '/api/auth/logout', {}, { host, origin });
      return response.status;
    };
    await saveBrand({ ...defaultBrand, id: 'fresh', name: 'Fresh', domain: 'fresh.example' }, 'fresh');
    expect(await postFrom('fresh.example', 'http://fresh.example')).toBe(200);
    expect(await postFrom('fresh.localhost:3000', 'http://fresh.localhost:3000')).toBe(200);
    expect(await postFrom('fresh.example', 'http://evil.example')).toBe(403);
    expect(await postFrom('evil.example', 'http://evil.example')).toBe(403);
  });

  it('and sign-in return INVALID_CHARACTER for a NUL character', async () => {
    for (const response of [
      await harness.get('/api/brands/a%00b'),
      await harness.post('/api/auth/login', { username: 'a\0b', password: 'c' }),
      await harness.post('/api/auth/forgot-password', { email: 'a\0@example.com' }),
    ])
      expect([response.status, response.body.error]).toEqual([400, 'INVALID_CHARACTER']);
  });
});
