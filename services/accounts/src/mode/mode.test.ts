import { defaultBrand } from '@fareline/contracts/schemas';
import type { FastifyBaseLogger } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { sessionCookie, startSharedHarness } from '../testing/harness.ts';
import { findProviderKeys } from './live-keys.ts';

/** Sets the settings that each service lacks for live mode. */
function setMissing(flights: string[], payments: string[]): void {
  const missing = (names: string[]) => ({
    duffel: names.filter((name) => name.startsWith('DUFFEL')),
    stripe: names.filter((name) => name.startsWith('STRIPE')),
  });
  harness.flights.keys = { missing: missing(flights), isSandbox: false };
  harness.payments.keys = { missing: missing(payments), isSandbox: false };
}
const harness = await startSharedHarness({ ENVIRONMENT: 'local' });
let admin = await harness.signIn('boss', 'correct horse 7', { isAdmin: true });
const user = await harness.signIn('someone');

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

  it('[SECURITY-11, API-77, API-19] can read the settings', async () => {
    const { body } = await harness.get('/api/admin/settings', admin);
    expect(body).toEqual({
      enableLiveMode: false,
      duffelApiConfigured: true,
      stripeConfigured: true,
      environment: 'local',
      isSandbox: false,
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

  it.each([
    [['DUFFEL_TOKEN_LIVE'], [], 'the flight-data provider (DUFFEL_TOKEN_LIVE)'],
    [
      [],
      ['DUFFEL_TOKEN_LIVE', 'DUFFEL_WEBHOOK_SECRET_LIVE'],
      'the flight-data provider (DUFFEL_TOKEN_LIVE, DUFFEL_WEBHOOK_SECRET_LIVE)',
    ],
    [[], ['STRIPE_KEY_LIVE'], 'the card provider (STRIPE_KEY_LIVE)'],
    [
      ['DUFFEL_TOKEN_LIVE'],
      ['DUFFEL_TOKEN_LIVE', 'STRIPE_WEBHOOK_SECRET_LIVE'],
      'the flight-data provider (DUFFEL_TOKEN_LIVE) and of the card provider (STRIPE_WEBHOOK_SECRET_LIVE)',
    ],
  ])(
    '[MODE-03] cannot turn on live mode when flights lacks %j and payments %j, but can turn it off',
    async (flights, payments, missing) => {
      setMissing(flights, payments);
      const { body: settings } = await harness.get('/api/admin/settings', admin);
      const response = await harness.post('/api/admin/settings', { enableLiveMode: true }, admin);
      expect([response.status, response.body.error]).toEqual([409, 'LIVE_MODE_UNAVAILABLE']);
      expect(response.body.message).toBe(`Live mode needs the live keys of ${missing}.`);
      expect(settings.message).toBe(response.body.message);
      expect((await harness.get('/api/system/mode')).body.isLiveMode).toBe(false);
      const off = await harness.post('/api/admin/settings', { enableLiveMode: false }, admin);
      expect(off.body).toEqual({ enableLiveMode: false });
      setMissing([], []);
    },
  );

  it('[ELEMENT-05] cannot turn on live mode while only one of the services uses a sandbox', async () => {
    harness.payments.keys = { missing: { duffel: [], stripe: [] }, isSandbox: true };
    const response = await harness.post('/api/admin/settings', { enableLiveMode: true }, admin);
    expect(response.status).toBe(503);
    expect(response.body.message).toMatch(/^One of flights and payments uses a sandbox/);
    harness.flights.keys = harness.payments.keys;
    expect((await harness.get('/api/admin/settings', admin)).body).toMatchObject({ isSandbox: true });
    setMissing([], []);
  });

  it.each(['flights', 'payments'] as const)(
    '[MODE-03] cannot turn on live mode while %s does not answer, but can turn it off',
    async (service) => {
      await harness.post('/api/admin/settings', { enableLiveMode: true }, admin);
      harness[service].isDown = true;
      const { body } = await harness.get('/api/admin/settings', admin);
      expect(body).toMatchObject({
        enableLiveMode: true,
        duffelApiConfigured: false,
        stripeConfigured: false,
      });
      expect(body.message).toMatch(/^Which live keys there are is unknown/);
      const off = await harness.post('/api/admin/settings', { enableLiveMode: false }, admin);
      expect(off.body).toEqual({ enableLiveMode: false });
      const response = await harness.post('/api/admin/settings', { enableLiveMode: true }, admin);
      expect([response.status, response.body.message]).toEqual([503, body.message]);
      expect((await harness.get('/api/system/mode')).body.isLiveMode).toBe(false);
      harness[service].isDown = false;
    },
  );

  it('[API-79] get a new session in place of the verified one', async () => {
    const response = await harness.post('/api/admin/login', {}, admin);
    expect(response.body).toEqual({ success: true, message: 'Session verified' });
    expect((await harness.get('/api/admin/settings', admin)).status).toBe(401);
    admin = response.session?.value ?? '';
    expect((await harness.get('/api/admin/settings', admin)).status).toBe(200);
  });
});

it.each([
  ['FLIGHTS_URL', 'flights'],
  ['PAYMENTS_URL', 'payments'],
])('logs the loss of the service that does not tell its keys: %s', async (setting, missing) => {
  const error = vi.fn();
  const config = { ...harness.config, [setting]: 'http://127.0.0.1:2' };
  const log = { error } as unknown as FastifyBaseLogger;
  await expect(findProviderKeys(config, log)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(error.mock.calls).toMatchObject([[{ missing }, `${missing} is not available`]]);
});
