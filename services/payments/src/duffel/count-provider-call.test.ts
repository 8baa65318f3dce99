import { createServiceClient, type ServiceClient } from '@fareline/service-kit/service-client';
import { eventually, startDuffelSandbox, testCredential } from '@fareline/service-kit/testing';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PaymentsConfig } from '../config.ts';
import { createProviderBudget, type ProviderBudget } from './count-provider-call.ts';
import { createFlightProvider } from './create-flight-provider.ts';

let duffel: Awaited<ReturnType<typeof startDuffelSandbox>>;
beforeAll(async () => {
  duffel = await startDuffelSandbox();
});
afterAll(() => duffel.kill());

/** Makes each call once; the sandbox does not know the offer, the order and the cancellation, and says so. */
async function expectAllCallsAnswered(budget: ProviderBudget) {
  const config = {
    DUFFEL_BASE_PATH: duffel.url,
    DUFFEL_TOKEN_TEST: 'duffel_test_payments',
    ORDER_TIMEOUT_MS: 2000,
  } as PaymentsConfig;
  const provider = createFlightProvider(config, budget);
  const plan = { passengers: [], services: [], seats: [], bags: [], amount: '1.00', currency: 'USD' };
  const refused = { kind: 'refused' };
  expect(
    await provider.createOrder(
      'test',
      { bookingId: 'a-booking', paymentId: 'a-payment' },
      'off_unknown',
      plan,
    ),
  ).toMatchObject(refused);
  expect(await provider.findOrder('test', 'a-booking', 'off_unknown')).toBeUndefined();
  await expect(provider.getOrder('test', 'ord_unknown')).rejects.toMatchObject({ status: 404 });
  expect(await provider.requestCancellation('test', 'ord_unknown')).toMatchObject(refused);
  await expect(provider.getCancellation('test', 'ore_unknown')).rejects.toMatchObject({ status: 404 });
  expect(await provider.confirmCancellation('test', 'ore_unknown')).toMatchObject(refused);
}

it('[PROVIDER-06] [LIMIT-03] counts every provider call once', async () => {
  const budget = { record: vi.fn(), acquire: vi.fn() };
  await expectAllCallsAnswered(budget);
  expect(budget.record).toHaveBeenCalledTimes(6);
  expect(budget.acquire).not.toHaveBeenCalled();
});

it('[LIMIT-03] makes all provider calls while flights does not answer', async () => {
  const hanging: ServiceClient = () => new Promise(() => undefined);
  await expectAllCallsAnswered(createProviderBudget(hanging, { warn: vi.fn() }));
});

it('[LIMIT-03] makes all provider calls while flights is down, and logs it once', async () => {
  const warn = vi.fn();
  const callFlights = createServiceClient({ baseUrl: 'http://127.0.0.1:9' });
  await expectAllCallsAnswered(createProviderBudget(callFlights, { warn }));
  await eventually(async () => (warn.mock.calls.length > 0 ? true : undefined));
  expect(warn.mock.calls.map(([, message]) => message as string)).toEqual([
    'provider calls are not counted in the budget',
  ]);
});

it('[LEDGER-12] reads orders while flights is down', async () => {
  const callFlights = createServiceClient({ baseUrl: 'http://127.0.0.1:9' });
  expect(await createProviderBudget(callFlights, { warn: vi.fn() }).acquire()).toBe(true);
});

it('[PROVIDER-06] reports a call to flights with the credential of payments', async () => {
  const flights = Fastify({ forceCloseConnections: true });
  const requests: unknown[] = [];
  flights.post('/internal/provider-calls', async ({ headers, body }) => {
    requests.push([headers['x-service-credential'], body]);
    return { isWithinBudget: false };
  });
  const baseUrl = await flights.listen({ host: '127.0.0.1', port: 0 });
  const credential = testCredential('payments');
  const budget = createProviderBudget(createServiceClient({ baseUrl, credential }), { warn: vi.fn() });
  budget.record();
  await eventually(async () => (requests.length > 0 ? true : undefined));
  expect(await budget.acquire()).toBe(false);
  expect(requests).toEqual([
    [credential, { share: 'booking' }],
    [credential, { share: 'orders' }],
  ]);
  await flights.close();
});
