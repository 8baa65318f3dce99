import { describe, expect, it, vi } from 'vitest';
import {
  buildInstantOrder,
  dateInDays,
  describeError,
  findOffer,
  startSharedSandbox,
} from '../testing/harness.ts';

const sandbox = await startSharedSandbox();
const { duffel, addFault, callControl } = sandbox;
const MESSAGES = { title: 'Error', message: 'The airline responded with an error.' };

const findChangeable = () =>
  findOffer(sandbox, ({ conditions }) => conditions.change_before_departure?.allowed === true);
const book = async () => (await duffel.orders.create(buildInstantOrder(await findChangeable()))).data;
const read = async (id: string) => (await duffel.orders.get(id)).data;
const listOrders = async (offerId: string) => (await duffel.orders.list({ offer_id: offerId } as never)).data;

/** A call with an effect, and how often that has happened. */
interface EffectfulCall {
  path: string;
  call: () => Promise<unknown>;
  countEffects: () => Promise<number>;
}

async function createOrder(): Promise<EffectfulCall> {
  const offer = await findChangeable();
  return {
    path: '/air/orders',
    call: () => duffel.orders.create(buildInstantOrder(offer)),
    countEffects: async () => (await listOrders(offer.id)).length,
  };
}

async function confirmChange(): Promise<EffectfulCall> {
  const { id, slices } = await book();
  await callControl('POST', `orders/${id}`, { changes: { total_amount: '0.00' } });
  const added = { origin: 'JFK', destination: 'LHR', departure_date: dateInDays(50) };
  const { data } = await duffel.orderChangeRequests.create({
    order_id: id,
    slices: {
      remove: [{ slice_id: slices[0]?.id ?? '' }],
      add: [{ ...added, cabin_class: 'economy' }],
    },
  });
  const selected = { selected_order_change_offer: data.order_change_offers[0]?.id ?? '' };
  const change = (await duffel.orderChanges.create(selected)).data;
  return {
    path: '/air/order_changes/.*/actions/confirm',
    call: () => duffel.orderChanges.confirm(change.id, {}),
    countEffects: async () => ((await read(id)) as unknown as { changes: string[] }).changes.length,
  };
}

async function confirmCancellation(): Promise<EffectfulCall> {
  const { id } = await book();
  const quote = (await duffel.orderCancellations.create({ order_id: id })).data;
  return {
    path: '/air/order_cancellations/.*/actions/confirm',
    call: () => duffel.orderCancellations.confirm(quote.id),
    countEffects: async () => ((await read(id)).cancelled_at ? 1 : 0),
  };
}

async function addBag(): Promise<EffectfulCall> {
  const { id, total_currency: currency } = await book();
  const [bag] = (await duffel.orders.getAvailableServices(id)).data;
  return {
    path: '/air/orders/.*/services',
    call: () =>
      duffel.orders.addServices(id, {
        add_services: [{ id: bag?.id ?? '', quantity: 1 }],
        payment: { type: 'balance', amount: bag?.total_amount ?? '', currency },
      }),
    countEffects: async () => (await read(id)).services.length,
  };
}

async function acceptChange(): Promise<EffectfulCall> {
  const { id } = await book();
  await callControl('POST', `orders/${id}`, { changed: { delay_minutes: 90 } });
  const listChanges = async () => (await read(id)).airline_initiated_changes ?? [];
  const [change] = await listChanges();
  return {
    path: '/air/airline_initiated_changes/.*/actions/accept',
    call: () => duffel.airlineInitiatedChanges.accept(change?.id ?? ''),
    countEffects: async () => (await listChanges()).filter((each) => each.action_taken === 'accepted').length,
  };
}

describe('commit_late', () => {
  it.each([
    ['an order', 'airline_error', 'airline_internal', createOrder],
    ['a change of flights', 'airline_error', 'airline_internal', confirmChange],
    ['a change of flights', 'airline_error', 'order_change_already_actioned', confirmChange],
    ['a cancellation', 'invalid_state_error', 'already_cancelled', confirmCancellation],
    ['a bag', 'airline_error', 'airline_internal', addBag],
    ['an accepted change by the airline', 'airline_error', 'airline_internal', acceptChange],
  ])('executes %s whose connection was lost, also after a repeat got %s/%s', async (...row) => {
    const [, type, code, prepare] = row;
    const { path, call, countEffects } = await prepare();
    await addFault({ kind: 'commit_late', status: 0, delayMs: 1000, method: 'POST', path });
    const body = { meta: { status: 422, request_id: 'a' }, errors: [{ type, code, ...MESSAGES }] };
    await addFault({ kind: 'status', status: 422, body, method: 'POST', path });
    const lost = await describeError(call());
    expect(['TypeError', 'FetchError']).toContain(lost);
    expect(await describeError(call())).toBe(`422 ${type}/${code}`);
    expect(await countEffects()).toBe(0);
    await vi.waitFor(async () => expect(await countEffects()).toBe(1), { timeout: 5_000 });
  });

  it.each([
    [{ status: 504, body: '<h1>Timeout</h1>' }, 504, '<h1>Timeout</h1>'],
    [{ status: 200, body: { data: null } }, 200, '{"data":null}'],
  ])('responds with any status and body: %j', async (fault, status, body) => {
    const { id } = await book();
    const quote = (await duffel.orderCancellations.create({ order_id: id })).data;
    const path = `/air/order_cancellations/${quote.id}/actions/confirm`;
    await addFault({ kind: 'commit_late', delayMs: 1000, method: 'POST', path, ...fault });
    const response = await fetch(`${sandbox.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer duffel_test_suite', 'duffel-version': 'v2' },
    });
    expect([response.status, await response.text()]).toEqual([status, body]);
    expect((await read(id)).cancelled_at).toBeNull();
    await vi.waitFor(async () => expect((await read(id)).cancelled_at).toBeTruthy(), { timeout: 5_000 });
  });

  it.each([{ kind: 'latency', latencyMs: 50 }, { kind: 'commit_and_status' }, { kind: 'commit_late' }])(
    'lets no repeat book the offer before it does, also one with a fault: %j',
    async (fault) => {
      const offer = await findChangeable();
      const order = buildInstantOrder(offer);
      const calls = { method: 'POST', path: '/air/orders' };
      await addFault({ kind: 'commit_late', status: 0, delayMs: 1200, ...calls });
      await describeError(duffel.orders.create(order));
      await addFault({ ...calls, ...(fault.kind === 'commit_late' && { delayMs: 50 }), ...fault });
      const repeated = await describeError(duffel.orders.create(order));
      expect(repeated).toBe(
        {
          latency: '422 invalid_state_error/order_creation_already_attempted',
          commit_and_status: '502 airline_error/airline_unknown',
          commit_late: 'no error',
        }[fault.kind],
      );
      expect(await describeError(duffel.orders.create(order))).toBe(
        '422 invalid_state_error/order_creation_already_attempted',
      );
      expect(await listOrders(offer.id)).toEqual([]);
      await vi.waitFor(async () => expect(await listOrders(offer.id)).toHaveLength(1), { timeout: 5_000 });
      expect(await describeError(duffel.orders.create(order))).toBe(
        '422 validation_error/offer_request_already_booked',
      );
    },
  );
});
