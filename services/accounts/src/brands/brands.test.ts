import { getBrand, listKnownBrands } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { createServiceClient } from '@fareline/service-kit';
import {
  startProgram,
  testAcceptedCallers,
  testCredential,
  testDatabase,
  testRedisUrl,
} from '@fareline/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { origin, sessionCookie, sessionKeySecret, startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
let admin: string;
beforeAll(async () => {
  harness = await startHarness();
  admin = await harness.signIn('boss', 'correct horse 7', { isAdmin: true });
});
afterAll(() => harness.stop());

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

  it('[ADMIN-16, BRAND-09] can be changed by an administrator, except to another id or the domain of another brand', async () => {
    const changed = { ...defaultBrand, name: 'Fareline West', pricing: { markupPercent: 10 } };
    expect((await saveBrand(changed)).status).toBe(200);
    expect((await harness.get('/api/brands/default')).body).toEqual(changed);
    const withTakenDomain = await saveBrand({ ...defaultBrand, domain: 'sunhop.example' });
    expect(withTakenDomain.body.fields[0].path).toBe('domain');
    expect((await saveBrand(changed)).status).toBe(200);
    const withOtherId = await saveBrand({ ...defaultBrand, id: 'other', domain: 'other.example' });
    expect([withOtherId.status, withOtherId.body.fields[0].path]).toEqual([400, 'id']);
    expect((await harness.get('/api/brands/other')).status).toBe(404);
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

it('does not log requests for the list of brands, which is polled every few seconds', async () => {
  const database = testDatabase('accounts');
  const program = await startProgram('services/accounts/src/main.ts', {
    SITE_ORIGIN: origin,
    ACCEPTED_CALLERS: testAcceptedCallers,
    SERVICE_CREDENTIAL: testCredential('accounts'),
    ...{ FLIGHTS_URL: 'http://127.0.0.1:9', PAYMENTS_URL: 'http://127.0.0.1:9' },
    TRUSTED_PROXIES: 'none',
    DATABASE_URL: database.url,
    DATABASE_SCHEMA: database.schema,
    JOBS_REDIS_URL: testRedisUrl(),
    SESSION_KEY_SECRET: sessionKeySecret,
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
  const call = createServiceClient({ baseUrl: program.url, credential: testCredential('prerender') });
  const [brand] = await call(listKnownBrands);
  await call(getBrand, { params: { brand: brand!.id } });
  await program.kill();
  await database.drop();
  expect(program.output()).toContain(getBrand.path.replace(':brand', brand!.id));
  expect(program.output()).not.toContain(listKnownBrands.path);
});
