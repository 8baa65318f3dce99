import { describe, expect, it } from 'vitest';
import { startFlightProvider } from '../testing/flight-provider.ts';
import { parseExtraBags } from './extra-bags.ts';

const bag = {
  ...{ id: 'ase_1', type: 'baggage', passenger_ids: ['pas_1'], segment_ids: ['seg_1'], maximum_quantity: 2 },
  ...{ total_amount: '40.00', total_currency: 'GBP' },
  metadata: { type: 'checked', maximum_weight_kg: 23, maximum_length_cm: null },
};

it('[TRIP-04] reads the bags that can be bought and leaves out what is no bag or cannot be', () => {
  const broken = [
    { type: 'seat' },
    { maximum_quantity: 0 },
    { total_amount: null },
    { passenger_ids: [] },
    { segment_ids: null },
  ];
  const list = [...broken.map((fault) => ({ ...bag, ...fault })), null, bag, { ...bag, metadata: null }];
  expect(parseExtraBags(list)).toEqual([
    {
      ...{ id: 'ase_1', type: 'baggage', weight_kg: 23, passenger_ids: ['pas_1'], segment_ids: ['seg_1'] },
      ...{ max_quantity: 2, total_amount: '40.00', total_currency: 'GBP' },
    },
    expect.objectContaining({ type: 'bag', weight_kg: null }),
  ]);
});

describe('adding bags to an order', async () => {
  const { provider, control, failNext, book } = await startFlightProvider();
  const path = '/air/orders/.*/services';

  /** An order, and one bag of it with its payment. */
  async function chooseBag() {
    const { orderId, order } = await book(() => true);
    const listed = await provider.listExtraBags('test', orderId);
    const chosen = listed.kind === 'succeeded' ? listed.bags[0] : undefined;
    if (!chosen) throw new Error('no bags', { cause: listed });
    const payment = { amount: chosen.total_amount, currency: chosen.total_currency };
    const add = (quantity = 1) => provider.addBags('test', orderId, [{ id: chosen.id, quantity }], payment);
    const readTotal = async () => Number((await provider.getOrder('test', orderId)).amount);
    return { orderId, order, chosen, add, readTotal };
  }

  it('[TRIP-04] reports why the airline refuses, by the code of the provider', async () => {
    const { orderId, order, add, readTotal } = await chooseBag();
    expect(await add(9)).toMatchObject({ kind: 'refused', code: 'validation_range' });
    await failNext(path, 422, 'ancillary_service_not_available');
    expect(await add()).toMatchObject({ kind: 'refused', code: 'ancillary_service_not_available' });
    expect(await provider.listExtraBags('test', 'ord_none')).toMatchObject({
      ...{ kind: 'refused', code: 'not_found' },
    });
    await control('POST', `orders/${orderId}`, { cancelled: true });
    expect(await add()).toMatchObject({ kind: 'refused', code: 'already_cancelled' });
    expect(await readTotal()).toBe(Number(order.amount));
  });

  it.each([
    [{ kind: 'commit_and_hang' }, true],
    [{ kind: 'commit_and_status', status: 502 }, true],
    [{ kind: 'hang' }, false],
    [{ kind: 'commit_late', delayMs: 60_000 }, false],
  ])(
    '[TRIP-04] [PROVIDER-34] rejects where they may be added, and the total says it: %j',
    async (fault, isAdded) => {
      const { order, chosen, add, readTotal } = await chooseBag();
      await control('POST', 'faults', { ...fault, method: 'POST', path });
      await expect(add()).rejects.toThrow();
      expect(await readTotal()).toBeCloseTo(
        Number(order.amount) + (isAdded ? Number(chosen.total_amount) : 0),
        2,
      );
    },
  );

  it.each(['airline_internal', 'airline_unknown', 'airline_error'])(
    '[TRIP-04] [PROVIDER-34] rejects an error after which they may be added: %s',
    async (code) => {
      const { add } = await chooseBag();
      await failNext(path, 422, code);
      await expect(add()).rejects.toThrow(code);
    },
  );

  it('[TRIP-04] pays for them from our balance, and the order has them', async () => {
    const { orderId, order, chosen, add, readTotal } = await chooseBag();
    expect(chosen).toMatchObject({ type: 'baggage', weight_kg: 23, total_currency: 'USD' });
    expect(await add()).toEqual({ kind: 'succeeded' });
    expect(await readTotal()).toBeCloseTo(Number(order.amount) + Number(chosen.total_amount), 2);
    const { data } = await provider.getBookedOrder('test', orderId);
    expect(data.bags).toEqual([
      {
        ...{ passenger_id: data.passengers[0]?.id, segment_ids: chosen.segment_ids, quantity: 1 },
        ...{ type: 'baggage', weight_kg: 23, amount: chosen.total_amount },
      },
    ]);
  });
});
