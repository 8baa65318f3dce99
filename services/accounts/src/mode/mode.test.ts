import { defaultBrand } from '@fareline/contracts/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCookie, startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
let admin: string;
let user: string;
beforeAll(async () => {
  harness = await startHarness({ DUFFEL_TOKEN_LIVE: 'duffel_live_x', ENVIRONMENT: 'local' });
  admin = await harness.signIn('boss', 'correct horse 7', { isAdmin: true });
  user = await harness.signIn('someone');
});
afterAll(() => harness.stop());

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

  it('[MODE-03] cannot turn on live mode without a live key of the provider, but can turn it off', async () => {
    const withoutKeys = await startHarness();
    const session = await withoutKeys.signIn('boss', 'correct horse 7', { isAdmin: true });
    const response = await withoutKeys.post('/api/admin/settings', { enableLiveMode: true }, session);
    expect([response.status, response.body.error]).toEqual([409, 'LIVE_MODE_UNAVAILABLE']);
    expect((await withoutKeys.get('/api/system/mode')).body.isLiveMode).toBe(false);
    const off = await withoutKeys.post('/api/admin/settings', { enableLiveMode: false }, session);
    expect(off.body).toEqual({ enableLiveMode: false });
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
