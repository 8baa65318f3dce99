import { getBrand, listKnownBrands, type Brand } from '@fareline/contracts';
import { defaultBrand, newBrand, toPublicBrand } from '@fareline/contracts/schemas';
import { createServiceClient, credentialHeader } from '@fareline/service-kit/service-client';
import {
  startService,
  testAcceptedCallers,
  testCredential,
  testDatabase,
  testRedisUrl,
} from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { origin, sessionCookie, sessionKeySecret, startSharedHarness } from '../testing/harness.ts';

const harness = await startSharedHarness({ SITE_ORIGIN: `${origin}, https://fares.example` });
const admin = await harness.signIn('boss', 'correct horse 7', { isAdmin: true });
// A site that is not on this machine has no staff without a second factor.
await harness.db.updateTable('sessions').set({ factor_at: new Date() }).execute();

describe('brands', () => {
  const saveBrand = (brand: object, id = 'default') =>
    harness.send('PUT', `/api/admin/brands/${id}`, brand, sessionCookie(admin));

  const readBrand = async (key: string) => (await harness.get(`/api/brands/${key}`)).body;
  const readMarkup = async (id: string) => {
    const { body } = await harness.send('GET', listKnownBrands.path, undefined, {
      [credentialHeader]: testCredential('flights'),
    });
    return (body as Brand[]).find((brand) => brand.id === id)?.pricing.markupPercent;
  };

  it('[API-71, API-15] are found by id and by domain; an unknown one returns 404', async () => {
    expect(await readBrand('default')).toEqual(toPublicBrand(defaultBrand));
    expect(await readBrand('sunhop.example')).toMatchObject({ id: 'sunhop' });
    expect((await harness.get('/api/brands/unknown')).status).toBe(404);
  });

  it('[API-71] have their markup for administrators and services only', async () => {
    for (const token of [undefined, admin])
      expect((await harness.get('/api/brands/sunhop', token)).body).not.toHaveProperty('pricing');
    expect(await readMarkup('sunhop')).toBe(15);
    const list = await harness.get('/api/admin/brands', admin);
    expect(list.body).toContainEqual(
      expect.objectContaining({ id: 'sunhop', pricing: { markupPercent: 15 } }),
    );
    expect((await harness.get('/api/admin/brands')).status).toBe(401);
    expect((await harness.get('/internal/brands')).status).toBe(404);
  });

  it('[HOST-04] keep their empty texts, stored and listed', async () => {
    const sky = { ...newBrand, id: 'sky', name: 'Sky', domain: 'sky.example' };
    expect((await saveBrand(sky, 'sky')).status).toBe(200);
    expect(await readBrand('sky')).toEqual(toPublicBrand(sky));
    const list = await harness.get('/api/admin/brands', admin);
    expect(list.body).toContainEqual(sky);

    const { data } = await harness.db
      .selectFrom('brands')
      .select('data')
      .where('id', '=', 'sky')
      .executeTakeFirstOrThrow();
    const internal = await harness.send('GET', listKnownBrands.path, undefined, {
      [credentialHeader]: testCredential('flights'),
    });
    expect(data).toEqual(sky);
    expect(internal.body).toContainEqual(sky);
    await harness.db.deleteFrom('brands').where('id', '=', 'sky').execute();
  });

  it('[HOST-05] include the default brand in a new or an existing database, once', async () => {
    const stored = () => harness.db.selectFrom('brands').select('id').where('id', '=', 'default').execute();
    expect(await stored()).toHaveLength(1);
    await harness.db.deleteFrom('brands').where('id', '=', 'default').execute();
    await harness.startReplica();
    expect(await readBrand('default')).toEqual(toPublicBrand(defaultBrand));
    await saveBrand({ ...defaultBrand, name: 'Edited' });
    await harness.startReplica();
    expect(await readBrand('default')).toMatchObject({ name: 'Edited' });
    expect(await stored()).toHaveLength(1);
    await saveBrand(defaultBrand);
  });

  it('[API-82, ADMIN-16] are rejected with the invalid field', async () => {
    const response = await saveBrand({ ...defaultBrand, logo: 'javascript:alert(1)' });
    expect(response.status).toBe(400);
    expect(response.body.fields.map((field: { path: string }) => field.path)).toContain('logo');
    expect(await readBrand('default')).toEqual(toPublicBrand(defaultBrand));
  });

  it('[ADMIN-16, BRAND-09] can be changed by an administrator, except to another id or the domain of another brand', async () => {
    const changed = { ...defaultBrand, name: 'Fareline West', pricing: { markupPercent: 10 } };
    expect((await saveBrand(changed)).status).toBe(200);
    expect(await readBrand('default')).toEqual(toPublicBrand(changed));
    expect(await readMarkup('default')).toBe(10);
    const withTakenDomain = await saveBrand({ ...defaultBrand, domain: 'sunhop.example' });
    expect(withTakenDomain.body.fields[0].path).toBe('domain');
    expect((await saveBrand(changed)).status).toBe(200);
    const withOtherId = await saveBrand({ ...defaultBrand, id: 'other', domain: 'other.example' });
    expect([withOtherId.status, withOtherId.body.fields[0].path]).toEqual([400, 'id']);
    expect((await harness.get('/api/brands/other')).status).toBe(404);
  });

  it.each([
    ['the site’s own host', { domain: 'fares.example' }, 'domain'],
    ['another brand’s domain', { domain: 'sunhop.example' }, 'domain'],
    ['an id with dots', { id: 'evil.example' }, 'id'],
    ['a path of another brand’s host as logo', { logo: 'https://sunhop.example/api/auth/user' }, 'logo'],
    ['a path of the site as logo', { logo: 'https://www.fares.example/x.svg' }, 'logo'],
  ])('[HOST-01, API-82] are rejected with %s', async (_case, change, path) => {
    const brand = { ...defaultBrand, id: 'evil', name: 'Evil', domain: 'evil.example', ...change };
    const response = await saveBrand(brand, brand.id);
    expect([response.status, response.body.fields?.[0]?.path]).toEqual([400, path]);
    expect((await harness.get('/api/brands/evil')).status).toBe(404);
  });

  it('[HOST-01] get a domain once when two are saved at the same time', async () => {
    const responses = await Promise.all(
      ['one', 'two', 'three'].map((id) => saveBrand({ ...defaultBrand, id, domain: 'wanted.example' }, id)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  it('[API-82] are rejected when the request is larger than any brand', async () => {
    const response = await saveBrand({ ...defaultBrand, padding: 'x'.repeat(70_000) });
    expect([response.status, response.body.error]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
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
  const program = await startService('services/accounts/src/main.ts', {
    SITE_ORIGIN: origin,
    ADMIN_ORIGIN: 'http://admin.localhost:3000',
    ACCEPTED_CALLERS: testAcceptedCallers,
    SERVICE_CREDENTIAL: testCredential('accounts'),
    ...{ FLIGHTS_URL: 'http://127.0.0.1:9', PAYMENTS_URL: 'http://127.0.0.1:9' },
    TRUSTED_PROXIES: 'none',
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    KEYS_DATABASE_URL: database.url,
    DATABASE_SCHEMA: database.schema,
    JOBS_REDIS_URL: testRedisUrl(),
    SESSION_KEY_SECRET: sessionKeySecret,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Fareline <no-reply@fareline.example>',
  });
  const call = createServiceClient({ baseUrl: program.url, credential: testCredential('prerender') });
  const [brand] = await call(listKnownBrands);
  await call(getBrand, { params: { brand: brand!.id } });
  await program.kill();
  await database.drop();
  expect(program.output()).toContain(getBrand.path.replace(':brand', brand!.id));
  expect(program.output()).not.toContain(listKnownBrands.path);
});
