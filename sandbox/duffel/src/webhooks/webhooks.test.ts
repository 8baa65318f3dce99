import { createHmac } from 'node:crypto';
import { startWebhookReceiver } from '@fareline/sandbox-kit/testing';
import { expect, it, vi } from 'vitest';
import { fetchCheapestOffer, buildInstantOrder, startSandbox } from '../testing/harness.ts';

interface Event {
  type: string;
  idempotency_key: string;
  data: { object: Record<string, unknown> };
}

const SECRET = 'whsec_test';

/** Starts a sandbox that sends its events to a receiver. */
async function startSandboxWithReceiver() {
  const { url, received } = await startWebhookReceiver();
  const sandbox = await startSandbox({
    webhookUrl: url,
    webhookSecrets: { test: SECRET, live: 'whsec_live' },
  });
  const waitForEvent = async (type: string, key: string) =>
    vi.waitFor(
      () => {
        const found = received
          .map(({ headers, body }) => ({ headers, body, event: JSON.parse(body) as Event }))
          .find(({ event }) => event.type === type && event.idempotency_key === key);
        if (!found) throw new Error(`${type} was not received`);
        return found;
      },
      { timeout: 5_000 },
    );
  return { sandbox, received, waitForEvent };
}

it('sends order.created with a signature of timestamp and body', async () => {
  const { sandbox, waitForEvent } = await startSandboxWithReceiver();
  const { data: order } = await sandbox.duffel.orders.create(
    buildInstantOrder(await fetchCheapestOffer(sandbox)),
  );
  const { headers, body, event } = await waitForEvent('order.created', order.id);
  const [, time, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-duffel-signature'])) ?? [];
  expect(v1).toBe(createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex'));
  expect(event.data.object).toMatchObject({ id: order.id, booking_reference: order.booking_reference });
});

it('sends order_cancellation.created for a quote and order_cancellation.confirmed for its confirmation', async () => {
  const { sandbox, waitForEvent } = await startSandboxWithReceiver();
  const { data: order } = await sandbox.duffel.orders.create(
    buildInstantOrder(await fetchCheapestOffer(sandbox)),
  );
  const quote = (await sandbox.duffel.orderCancellations.create({ order_id: order.id })).data;
  await waitForEvent('order_cancellation.created', quote.id);
  await sandbox.duffel.orderCancellations.confirm(quote.id);
  const { event } = await waitForEvent('order_cancellation.confirmed', quote.id);
  expect(event.data.object).toMatchObject({ order_id: order.id });
});

it('sends an event for a change by the airline unless it is silent, and none for a cancellation by the airline', async () => {
  const { sandbox, received, waitForEvent } = await startSandboxWithReceiver();
  const { data: order } = await sandbox.duffel.orders.create(
    buildInstantOrder(await fetchCheapestOffer(sandbox)),
  );
  await waitForEvent('order.created', order.id);
  const control = (body: object) => sandbox.callControl('POST', `orders/${order.id}`, body);
  const change = (silently: boolean) => control({ changed: { delay_minutes: 90, silently } });
  await change(true);
  await change(false);
  const { airline_initiated_changes: changes } = (await sandbox.duffel.orders.get(order.id)).data;
  await control({ cancelled: true });
  const { data: other } = await sandbox.duffel.orders.create(
    buildInstantOrder(await fetchCheapestOffer(sandbox)),
  );
  await waitForEvent('order.created', other.id);
  const detected = 'order.airline_initiated_change_detected';
  await waitForEvent(detected, changes?.[1]?.id ?? '');
  const types = received.map(({ body }) => (JSON.parse(body) as Event).type).sort();
  expect(types).toEqual([detected, 'order.created', 'order.created']);
});

it('sends order.creation_failed for an accepted booking that fails', async () => {
  const { sandbox, waitForEvent } = await startSandboxWithReceiver();
  const offer = await fetchCheapestOffer(sandbox);
  await sandbox.addFault({ kind: 'fail_late', delayMs: 50, method: 'POST', path: '/air/orders' });
  const response = await sandbox.duffel.orders.create(buildInstantOrder(offer, { metadata: { k: 'v' } }));
  expect(response.status).toBe(202);
  const { event } = await waitForEvent('order.creation_failed', offer.id);
  expect(event.data.object).toEqual({ offer_id: offer.id, metadata: { k: 'v' } });
  expect((await sandbox.readLedger()).orders).toEqual([]);
});
