import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  fetchCheapestOffer,
  describeError,
  buildInstantOrder,
  startSandbox,
  startSharedSandbox,
} from '../testing/harness.ts';

const sandbox = await startSharedSandbox();
afterEach(async () => {
  await sandbox.callControl('DELETE', 'faults');
});

const listOrders = async (offerId: string) =>
  (await sandbox.duffel.orders.list({ offer_id: offerId } as never)).data;

describe('faults', () => {
  it('commit_late: responds with 202 and creates the order later; until then the offer cannot be booked again', async () => {
    const offer = await fetchCheapestOffer(sandbox);
    await sandbox.addFault({ kind: 'commit_late', delayMs: 300, method: 'POST', path: '/air/orders' });
    expect((await sandbox.duffel.orders.create(buildInstantOrder(offer))).status).toBe(202);
    expect(await listOrders(offer.id)).toEqual([]);
    expect(await describeError(sandbox.duffel.orders.create(buildInstantOrder(offer)))).toBe(
      '422 invalid_state_error/order_creation_already_attempted',
    );
    await vi.waitFor(async () => expect(await listOrders(offer.id)).toHaveLength(1), { timeout: 3_000 });
    expect((await sandbox.readLedger()).orders.filter((order) => order.offer_id === offer.id)).toHaveLength(
      1,
    );
  });
});

describe('ledger', () => {
  it('lists calls with their faults, orders and cancellations, until a reset', async () => {
    const isolatedSandbox = await startSandbox();
    const offer = await fetchCheapestOffer(isolatedSandbox);
    await isolatedSandbox.addFault({ kind: 'status', status: 500, method: 'POST', path: '/air/orders' });
    await describeError(isolatedSandbox.duffel.orders.create(buildInstantOrder(offer)));
    const { data: order } = await isolatedSandbox.duffel.orders.create(
      buildInstantOrder(offer, { metadata: { a: 'b' } }),
    );
    const quote = await isolatedSandbox.duffel.orderCancellations.create({ order_id: order.id });
    await isolatedSandbox.duffel.orderCancellations.confirm(quote.data.id);
    const ledger = await isolatedSandbox.readLedger();
    expect(ledger.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /air/offer_requests',
      `GET /air/offers/${offer.id}`,
      'POST /air/orders',
      'POST /air/orders',
      'POST /air/order_cancellations',
      `POST /air/order_cancellations/${quote.data.id}/actions/confirm`,
    ]);
    expect(ledger.requests.find((entry) => entry.fault)).toMatchObject({
      method: 'POST',
      path: '/air/orders',
      status: 500,
      fault: 'status',
    });
    expect(ledger.orders).toMatchObject([
      {
        id: order.id,
        offer_id: offer.id,
        status: 'cancelled',
        metadata: { a: 'b' },
        total_amount: order.total_amount,
      },
    ]);
    expect(ledger.cancellations[0]?.confirmed_at).toBeTruthy();
    await isolatedSandbox.callControl('POST', 'reset');
    expect(await isolatedSandbox.readLedger()).toMatchObject({
      requests: [],
      orders: [],
    });
    expect((await fetchCheapestOffer(isolatedSandbox)).id).not.toBe(offer.id);
  });
});
