import { once } from 'node:events';
import { eventually } from '@fareline/service-kit/testing';
import { expect, it } from 'vitest';
import { createBookingRequest } from './testing/requests.ts';
import { payFor, sendAttempt } from './testing/send-request.ts';
import { startSharedHarness } from './testing/harness.ts';

const harness = await startSharedHarness();

it('[PROVIDER-35] [MONEY-25] completes a booking in progress at SIGTERM, refuses new requests and exits with code 0', async () => {
  const service = await harness.spawnPayments({ ORDER_SETTLE_MS: '30000' });
  const offer = await harness.getFreshOffer();
  const paymentId = await payFor(service, offer);
  await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'latency', latencyMs: 2500 });
  const request = createBookingRequest(offer, { paymentId });
  const response = sendAttempt(service, '/api/bookings', request);
  await eventually(async () => {
    const { requests } = await harness.duffel.ledger();
    return requests.some(({ method, path }) => method === 'POST' && path === '/air/orders') || undefined;
  });

  const exit = once(service.process, 'exit');
  service.process.kill('SIGTERM');
  // On a new connection, which is refused as soon as the service stops listening.
  await eventually(() =>
    harness.send(service, 'GET', '/health/live', undefined, { connection: 'close' }).then(
      () => undefined,
      () => true,
    ),
  );
  expect((await harness.ledgerFor(offer)).allOrders).toHaveLength(0);

  expect(await response).toMatchObject({ status: 201, body: { status: 'confirmed' } });
  expect(await exit).toEqual([0, null]);
  const { allOrders, captured, uncaptured } = await harness.ledgerFor(offer);
  expect([allOrders.length, captured.length, uncaptured.length]).toEqual([1, 1, 0]);
});
