import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  fetchCheapestOffer,
  buildInstantOrder,
  startSandbox,
  type SandboxHarness,
} from '../testing/harness.ts';

interface Received {
  signature: string;
  body: string;
  event: { id: string; type: string; idempotency_key: string; data: { object: Record<string, unknown> } };
}

const SECRET = 'whsec_test';
const received: Received[] = [];
let failuresLeft = 0;
let receiver: Server;
let sandbox: SandboxHarness;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      if (failuresLeft > 0) {
        failuresLeft -= 1;
        response.writeHead(503).end();
        return;
      }
      received.push({
        signature: String(request.headers['x-duffel-signature']),
        body,
        event: JSON.parse(body) as Received['event'],
      });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  sandbox = await startSandbox({ webhookUrl: `http://127.0.0.1:${port}/hook`, webhookSecret: SECRET });
});
afterAll(async () => {
  await sandbox.stop();
  receiver.close();
});

const waitForEvent = async (type: string, key: string): Promise<Received> =>
  vi.waitFor(
    () => {
      const found = received.find(({ event }) => event.type === type && event.idempotency_key === key);
      if (!found) throw new Error(`${type} was not received`);
      return found;
    },
    { timeout: 5_000 },
  );

describe('webhooks', () => {
  it('send order.created with a signature of timestamp and body', async () => {
    const { data: order } = await sandbox.duffel.orders.create(
      buildInstantOrder(await fetchCheapestOffer(sandbox)),
    );
    const { signature, body, event } = await waitForEvent('order.created', order.id);
    const [, time, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(v1).toBe(createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex'));
    expect(event.data.object).toMatchObject({ id: order.id, booking_reference: order.booking_reference });
  });

  it('are retried after a failed delivery of order_cancellation.confirmed', async () => {
    const { data: order } = await sandbox.duffel.orders.create(
      buildInstantOrder(await fetchCheapestOffer(sandbox)),
    );
    await waitForEvent('order.created', order.id);
    const quote = (await sandbox.duffel.orderCancellations.create({ order_id: order.id })).data;
    await waitForEvent('order_cancellation.created', quote.id);
    failuresLeft = 1;
    await sandbox.duffel.orderCancellations.confirm(quote.id);
    expect((await waitForEvent('order_cancellation.confirmed', quote.id)).event.data.object).toMatchObject({
      order_id: order.id,
    });
  });

  it('send order.creation_failed for an accepted booking that fails', async () => {
    const offer = await fetchCheapestOffer(sandbox);
    await sandbox.addFault({ kind: 'fail_late', delayMs: 50, method: 'POST', path: '/air/orders' });
    const response = await sandbox.duffel.orders.create(buildInstantOrder(offer, { metadata: { k: 'v' } }));
    expect(response.status).toBe(202);
    const { event } = await waitForEvent('order.creation_failed', offer.id);
    expect(event.data.object).toEqual({ offer_id: offer.id, metadata: { k: 'v' } });
    expect((await sandbox.readLedger()).orders.filter((order) => order.offer_id === offer.id)).toEqual([]);
  });
});
