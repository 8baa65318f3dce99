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
    '[API-80] %s %s is 401 without a session and 403 without the right',
    async (method, path, body) => {
      expect((await harness.send(method, path, body)).status).toBe(401);
      expect((await harness.send(method, path, body, sessionCookie(user))).status).toBe(403);
    },
  );

  it('[API-77, API-19] see the settings', async () => {
    const { body } = await harness.get('/api/admin/settings', admin);
    expect(body).toEqual({
      enableLiveMode: false,
      duffelApiConfigured: true,
      stripeConfigured: false,
      environment: 'local',
    });
  });

  it('[API-78, API-14, MODE-01] switch the mode and everybody sees it', async () => {
    expect((await harness.get('/api/system/mode')).body).toEqual({ isLiveMode: false, mode: 'test' });
    expect((await harness.post('/api/admin/settings', { enableLiveMode: true }, admin)).body).toEqual({
      enableLiveMode: true,
    });
    expect((await harness.get('/api/system/mode')).body).toEqual({ isLiveMode: true, mode: 'live' });
    await harness.post('/api/admin/settings', { enableLiveMode: false }, admin);
  });

  it('[MODE-03] cannot switch to live while the provider has no live key', async () => {
    const bare = await startHarness();
    const session = await bare.signIn('boss', 'correct horse 7', { isAdmin: true });
    const answer = await bare.post('/api/admin/settings', { enableLiveMode: true }, session);
    expect([answer.status, answer.body.error]).toEqual([409, 'LIVE_MODE_UNAVAILABLE']);
    expect((await bare.get('/api/system/mode')).body.isLiveMode).toBe(false);
    await bare.stop();
  });

  it('[API-79] have their session verified and refreshed', async () => {
    const answer = await harness.post('/api/admin/login', {}, admin);
    expect(answer.body).toEqual({ success: true, message: 'Session verified' });
    expect((await harness.get('/api/admin/settings', admin)).status).toBe(401);
    admin = answer.session?.value ?? '';
    expect((await harness.get('/api/admin/settings', admin)).status).toBe(200);
  });
});

describe('brands', () => {
  const saveBrand = (brand: object, id = 'default') =>
    harness.send('PUT', `/api/admin/brands/${id}`, brand, sessionCookie(admin));

  it('[API-71, API-15] are found by id and by domain, and an unknown one is 404', async () => {
    expect((await harness.get('/api/brands/default')).body).toEqual(defaultBrand);
    expect((await harness.get('/api/brands/sunhop.example')).body).toMatchObject({
      id: 'sunhop',
      pricing: { markupPercent: 15 },
    });
    expect((await harness.get('/api/brands/nobody')).status).toBe(404);
  });

  it.each([
    ['a colour that is none', { theme: { ...defaultBrand.theme, primary: 'red;}' } }, 'theme.primary'],
    ['an unknown font', { theme: { ...defaultBrand.theme, font: 'Comic Sans' } }, 'theme.font'],
    ['a logo that runs script', { logo: 'javascript:alert(1)' }, 'logo'],
    ['a logo of another site without https', { logo: '//evil.example/x.svg' }, 'logo'],
    [
      'a text that cannot be read on its ground',
      { theme: { ...defaultBrand.theme, text: '#cccccc' } },
      'theme.text',
    ],
  ])('[API-82, ADMIN-16] refuse %s with the reason', async (_, change, path) => {
    const answer = await saveBrand({ ...defaultBrand, ...change });
    expect(answer.status).toBe(400);
    expect(answer.body.fields.map((field: { path: string }) => field.path)).toContain(path);
    expect((await harness.get('/api/brands/default')).body).toEqual(defaultBrand);
  });

  it('[ADMIN-16, BRAND-09] change by an administrator without a change of code', async () => {
    const changed = { ...defaultBrand, name: 'Fareline West', pricing: { markupPercent: 10 } };
    expect((await saveBrand(changed)).status).toBe(200);
    expect((await harness.get('/api/brands/default')).body).toEqual(changed);
    const domainOfAnother = await saveBrand({ ...defaultBrand, domain: 'sunhop.example' });
    expect(domainOfAnother.body.fields[0].path).toBe('domain');
  });

  it('[HOST-01] take writes from pages on their own domain once it is saved', async () => {
    const writeOn = async (host: string, origin: string) => {
      const answer = await harness.send('POST', '/api/auth/logout', {}, { host, origin });
      return answer.status;
    };
    await saveBrand({ ...defaultBrand, id: 'fresh', name: 'Fresh', domain: 'fresh.example' }, 'fresh');
    expect(await writeOn('fresh.example', 'http://fresh.example')).toBe(200);
    expect(await writeOn('fresh.localhost:3000', 'http://fresh.localhost:3000')).toBe(200);
    expect(await writeOn('fresh.example', 'http://evil.example')).toBe(403);
    expect(await writeOn('evil.example', 'http://evil.example')).toBe(403);
  });

  it('are not asked of the database with a NUL character', async () => {
    for (const answer of [
      await harness.get('/api/brands/a%00b'),
      await harness.post('/api/auth/login', { username: 'a\0b', password: 'c' }),
      await harness.post('/api/auth/forgot-password', { email: 'a\0@example.com' }),
    ])
      expect([answer.status, answer.body.error]).toEqual([400, 'INVALID_CHARACTER']);
  });
});
