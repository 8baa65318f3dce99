import { once } from 'node:events';
import { eventually } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBookingRequest, idempotencyHeader, createPaymentRequest } from './testing/requests.ts';
import { startHarness, type Harness } from './testing/harness.ts';

let town: Harness;
beforeAll(async () => {
  town = await startHarness();
}, 90_000);
afterAll(() => town.stop());

it('[PROVIDER-35] [MONEY-25] answers an order in flight at SIGTERM with its booking, takes no new call and exits cleanly', async () => {
  const service = await town.startPayments({ ORDER_TIMEOUT_MS: '10000' });
  const offer = await town.ownOffer();
  const paid = await town.send(
    service,
    'POST',
    '/api/payments/process-card',
    createPaymentRequest(offer),
    idempotencyHeader(),
  );
  await town.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'latency', latencyMs: 2500 });
  const request = createBookingRequest(offer, { paymentId: paid.body.paymentId });
  const answer = town.send(service, 'POST', '/api/bookings', request, idempotencyHeader());
  await eventually(async () => {
    const { requests } = await town.duffel.ledger();
    return requests.some(({ method, path }) => method === 'POST' && path === '/air/orders') || undefined;
  });

  const exit = once(service.process, 'exit');
  service.process.kill('SIGTERM');
  // On a connection of its own: it is refused from the moment the service stops.
  await eventually(() =>
    town.send(service, 'GET', '/health/live', undefined, { connection: 'close' }).then(
      () => undefined,
      () => true,
    ),
  );
  expect((await town.ledgerFor(offer)).allOrders).toHaveLength(0);

  expect(await answer).toMatchObject({ status: 201, body: { status: 'confirmed' } });
  expect(await exit).toEqual([0, null]);
  const { allOrders, captured, held } = await town.ledgerFor(offer);
  expect([allOrders.length, captured.length, held.length]).toEqual([1, 1, 0]);
});
