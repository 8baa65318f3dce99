import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  fetchCheapestOffer,
  describeError,
  dateInDays,
  buildInstantOrder,
  buildSearch,
  startSandbox,
  type SandboxHarness,
} from '../testing/harness.ts';

let sandbox: SandboxHarness;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(async () => {
  await sandbox.callControl('DELETE', '/faults');
});
afterAll(async () => sandbox.stop());

const ordersOf = async (offerId: string) =>
  (await sandbox.duffel.orders.list({ offer_id: offerId } as never)).data;

describe('faults', () => {
  it('refuses a fault it does not know', async () => {
    expect((await sandbox.addFault({ kind: 'earthquake' })).status).toBe(400);
  });

  it('answers a status as often as asked, on the calls that match, and does nothing', async () => {
    const offer = await fetchCheapestOffer(sandbox);
    await sandbox.addFault({ kind: 'status', status: 500, method: 'POST', path: '/air/orders', times: 2 });
    expect(await describeError(sandbox.duffel.orders.create(buildInstantOrder(offer)))).toBe(
      '500 api_error/internal_server_error',
    );
    expect(await ordersOf(offer.id)).toEqual([]);
    expect(await describeError(sandbox.duffel.orders.create(buildInstantOrder(offer)))).toBe(
      '500 api_error/internal_server_error',
    );
    expect((await sandbox.duffel.orders.create(buildInstantOrder(offer))).status).toBe(201);
  });

  it('matches a path by regular expression too', async () => {
    const offer = await fetchCheapestOffer(sandbox);
    await sandbox.addFault({ kind: 'status', status: 502, path: '/air/offers/[^/]+/actions/price' });
    expect((await sandbox.duffel.offers.get(offer.id)).status).toBe(200);
    const price = { intended_payment_methods: [], intended_services: [] };
    expect(await describeError(sandbox.duffel.offers.getPriced(offer.id, price))).toBe(
      '502 airline_error/airline_unknown',
    );
  });

  it('sends 429 with the headers that say when to come back', async () => {
    await sandbox.addFault({ kind: 'status', status: 429, path: '/air/airlines' });
    const answer = await fetch(`${sandbox.baseUrl}/air/airlines`, {
      headers: { authorization: 'Bearer duffel_test_x', 'duffel-version': 'v2' },
    });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('ratelimit-remaining')).toBe('0');
    expect(Date.parse(answer.headers.get('ratelimit-reset') ?? '')).not.toBeNaN();
    expect(((await answer.json()) as { errors: { type: string }[] }).errors[0]?.type).toBe(
      'rate_limit_error',
    );
  });

  it('sends bodies that are not JSON, with and without saying so', async () => {
    await sandbox.addFault({ kind: 'malformed', path: '/air/airlines' });
    expect(await describeError(sandbox.duffel.airlines.list())).toBe('FetchError');
    await sandbox.addFault({
      kind: 'status',
      status: 502,
      body: '<html>Bad gateway</html>',
      path: '/air/airlines',
    });
    expect(await describeError(sandbox.duffel.airlines.list())).toBe('502 without errors');
  });

  it('delays, hangs and drops without doing anything', async () => {
    const offer = await fetchCheapestOffer(sandbox);
    await sandbox.addFault({ kind: 'latency', latencyMs: 150, path: '/air/offers' });
    const started = performance.now();
    await sandbox.duffel.offers.get(offer.id);
    expect(performance.now() - started).toBeGreaterThanOrEqual(145);

    await sandbox.addFault({ kind: 'drop', method: 'POST', path: '/air/orders' });
    expect(await describeError(sandbox.duffel.orders.create(buildInstantOrder(offer)))).toBe('FetchError');

    await sandbox.addFault({ kind: 'hang', method: 'POST', path: '/air/orders' });
    const hung = describeError(sandbox.duffel.orders.create(buildInstantOrder(offer)));
    expect(await Promise.race([hung, sleep(200, 'still waiting')])).toBe('still waiting');
    expect(await ordersOf(offer.id)).toEqual([]);
  });

  it('commits an order and then cuts the connection: only the list knows', async () => {
    const offer = await fetchCheapestOffer(sandbox);
    await sandbox.addFault({ kind: 'commit_and_drop', method: 'POST', path: '/air/orders' });
    expect(
      await describeError(
        sandbox.duffel.orders.create(buildInstantOrder(offer, { metadata: { key: 'k1' } })),
      ),
    ).toBe('FetchError');
    const [order] = await ordersOf(offer.id);
    expect(order?.metadata).toEqual({ key: 'k1' });
    expect(await describeError(sandbox.duffel.orders.create(buildInstantOrder(offer)))).toBe(
      '422 validation_error/offer_request_already_booked',
    );
  });

  it('commits an order and answers an error, or nothing at all', async () => {
    const [first, second] = [await fetchCheapestOffer(sandbox), await fetchCheapestOffer(sandbox)];
    await sandbox.addFault({ kind: 'commit_and_status', status: 500, method: 'POST', path: '/air/orders' });
    expect(await describeError(sandbox.duffel.orders.create(buildInstantOrder(first)))).toBe(
      '500 api_error/internal_server_error',
    );
    await sandbox.addFault({ kind: 'commit_and_hang', method: 'POST', path: '/air/orders' });
    const hung = describeError(sandbox.duffel.orders.create(buildInstantOrder(second)));
    expect(await Promise.race([hung, sleep(200, 'still waiting')])).toBe('still waiting');
    expect(await ordersOf(first.id)).toHaveLength(1);
    expect(await ordersOf(second.id)).toHaveLength(1);
  });

  it('accepts with 202 and commits later; meanwhile the offer cannot be tried again', async () => {
    const offer = await fetchCheapestOffer(sandbox);
    await sandbox.addFault({ kind: 'commit_late', delayMs: 300, method: 'POST', path: '/air/orders' });
    expect((await sandbox.duffel.orders.create(buildInstantOrder(offer))).status).toBe(202);
    expect(await ordersOf(offer.id)).toEqual([]);
    expect(await describeError(sandbox.duffel.orders.create(buildInstantOrder(offer)))).toBe(
      '422 invalid_state_error/order_creation_already_attempted',
    );
    await vi.waitFor(async () => expect(await ordersOf(offer.id)).toHaveLength(1), { timeout: 3_000 });
    expect((await sandbox.readLedger()).orders.filter((order) => order.offer_id === offer.id)).toHaveLength(
      1,
    );
  });

  it('cuts the connection first and commits later', async () => {
    const offer = await fetchCheapestOffer(sandbox);
    await sandbox.addFault({
      kind: 'commit_late',
      status: 0,
      delayMs: 100,
      method: 'POST',
      path: '/air/orders',
    });
    expect(await describeError(sandbox.duffel.orders.create(buildInstantOrder(offer)))).toBe('FetchError');
    await vi.waitFor(async () => expect(await ordersOf(offer.id)).toHaveLength(1), { timeout: 3_000 });
  });
});

describe('the ledger', () => {
  it('counts calls by pattern, names their faults, lists orders and money', async () => {
    const own = await startSandbox();
    const offer = await fetchCheapestOffer(own);
    await own.addFault({ kind: 'status', status: 500, method: 'POST', path: '/air/orders' });
    await describeError(own.duffel.orders.create(buildInstantOrder(offer)));
    const { data: order } = await own.duffel.orders.create(
      buildInstantOrder(offer, { metadata: { a: 'b' } }),
    );
    const quote = await own.duffel.orderCancellations.create({ order_id: order.id });
    await own.duffel.orderCancellations.confirm(quote.data.id);
    const ledger = await own.readLedger();
    expect(ledger.counts).toMatchObject({
      offer_requests: 1,
      'POST /air/orders': 2,
      'GET /air/offers/:id': 1,
    });
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
    expect(ledger.payments).toMatchObject([{ order_id: order.id, amount: order.total_amount }]);
    expect(ledger.cancellations[0]?.confirmed_at).toBeTruthy();
    await own.callControl('POST', '/reset');
    expect(await own.readLedger()).toMatchObject({ requests: [], counts: {}, orders: [], payments: [] });
    await own.stop();
  });

  it('searches again after a reset and is healthy', async () => {
    expect(((await (await sandbox.callControl('GET', '/health')).json()) as { status: string }).status).toBe(
      'ok',
    );
    const { data } = await sandbox.duffel.offerRequests.create(buildSearch('JFK', 'LAX', dateInDays(20)));
    expect(data.offers.length).toBeGreaterThan(0);
  });
});
