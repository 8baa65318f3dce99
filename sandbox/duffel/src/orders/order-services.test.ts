import type { Order } from '@duffel/api/types';
import { describe, expect, it } from 'vitest';
import {
  toCents,
  AMOUNT_FORMATS,
  buildInstantOrder,
  dateInDays,
  describeError,
  fetchCheapestOffer,
  setCurrency,
  startSharedSandbox,
} from '../testing/harness.ts';

const sandbox = await startSharedSandbox();

/** On a route where the airline sells cabin bags and bags of 15 and 23 kg. */
async function book(...route: [from?: string, to?: string]) {
  const [from = 'LTN', to = 'STN'] = route;
  const offer = await fetchCheapestOffer(sandbox, from, to, { passengers: [{ type: 'adult' }, { age: 1 }] });
  const { data: order } = await sandbox.duffel.orders.create(buildInstantOrder(offer));
  return { order, bags: await list(order) };
}
const control = (id: string, body: object) => sandbox.callControl('POST', `orders/${id}`, body);
const list = async ({ id }: Pick<Order, 'id'>) => (await sandbox.duffel.orders.getAvailableServices(id)).data;
const read = async (id: string) => (await sandbox.duffel.orders.get(id)).data;
const add = (
  { id, total_currency }: Order,
  services: readonly { id: string; quantity: number }[],
  amount: string,
  payment: object = {},
) =>
  sandbox.duffel.orders.addServices(id, {
    add_services: [...services],
    payment: { type: 'balance', amount, currency: total_currency, ...payment },
  });

describe('bags of an order', () => {
  it('are refused when unknown, too many, named twice or paid otherwise than due, and none is added', async () => {
    const { order, bags } = await book();
    const bag = bags.find(({ maximum_quantity }) => maximum_quantity === 3);
    const { id = '', total_amount: amount = '' } = bag ?? {};
    const one = { id, quantity: 1 };
    const outcome = (...call: Parameters<typeof add>) => describeError(add(...call));
    expect(await outcome(order, [{ id: 'ase_none', quantity: 1 }], amount)).toBe(
      '422 airline_error/ancillary_service_not_available',
    );
    expect(await outcome(order, [{ id, quantity: 4 }], amount)).toBe('422 validation_error/validation_range');
    expect(await outcome(order, [{ id, quantity: 0 }], amount)).toBe(
      '422 validation_error/validation_length',
    );
    expect(await outcome(order, [], amount)).toBe('422 validation_error/validation_length');
    expect(await outcome(order, [one, one], amount)).toBe('422 validation_error/duplicate_service');
    expect(await outcome(order, [one], '0.01')).toBe(
      '422 validation_error/payment_amount_does_not_match_order_amount',
    );
    expect(await outcome(order, [one], amount, { currency: 'GBP' })).toBe(
      '422 validation_error/payment_currency_does_not_match_order_currency',
    );
    expect(await outcome(order, [one], amount, { type: 'cheque' })).toBe(
      '422 validation_error/validation_inclusion',
    );
    expect(await describeError(sandbox.liveDuffel.orders.getAvailableServices(order.id))).toBe(
      '404 invalid_request_error/not_found',
    );
    expect(await read(order.id)).toEqual(order);
  });

  it('are not sold for cancelled orders, flown ones, and where the airline sells none', async () => {
    const { order, bags } = await book();
    const bag = bags[0];
    const addOne = () =>
      describeError(add(order, [{ id: bag?.id ?? '', quantity: 1 }], bag?.total_amount ?? ''));
    await control(order.id, { flown: 1 });
    expect(await list(order)).toEqual([]);
    expect(await addOne()).toBe('422 airline_error/ancillary_service_not_available');
    await control(order.id, { cancelled: true });
    expect(await describeError(list(order))).toBe('422 invalid_state_error/already_cancelled');
    expect(await addOne()).toBe('422 invalid_state_error/already_cancelled');
    expect((await book('BTS', 'MRU')).bags).toEqual([]);
    expect((await read(order.id)).services).toEqual([]);
  });

  it('are refused at a price that has changed, and when they are sold out', async () => {
    const { order, bags } = await book();
    const [bag] = bags;
    const { id = '', total_amount: amount = '' } = bag ?? {};
    const addAt = (paid: string) => describeError(add(order, [{ id, quantity: 1 }], paid));
    await control(order.id, { bags: { [id]: { total_amount: '99.00' } } });
    expect(await addAt(amount)).toBe('422 airline_error/price_changed');
    expect((await list(order))[0]?.total_amount).toBe('99.00');
    await control(order.id, { bags: { [id]: { sold_out: true } } });
    expect((await list(order)).map((each) => each.id)).not.toContain(id);
    expect(await addAt('99.00')).toBe('422 airline_error/ancillary_service_not_available');
    await control(order.id, { bags: {} });
    expect(await addAt(amount)).toBe('no error');
  });

  it.each(AMOUNT_FORMATS)(
    'are added with their price and documents, up to the maximum, in %s',
    async (currency, format) => {
      await setCurrency(sandbox, currency);
      const { order, bags } = await book();
      expect(new Set(bags.flatMap(({ passenger_ids }) => passenger_ids)).size).toBe(1);
      const bag = bags.find(({ maximum_quantity }) => maximum_quantity === 3);
      if (!bag) throw new Error('no bag');
      expect(bag.total_amount).toMatch(format);
      const pay = (count: number) =>
        currency === 'JPY'
          ? String(Number(bag.total_amount) * count)
          : (Number(bag.total_amount) * count).toFixed(currency === 'KWD' ? 3 : 2);
      const { data: added } = await add(order, [{ id: bag.id, quantity: 2 }], pay(2));
      expect(await read(order.id)).toEqual(added);
      expect(toCents(added.total_amount)).toBe(toCents(order.total_amount) + toCents(pay(2)));
      expect(toCents(added.base_amount) + toCents(added.tax_amount)).toBe(toCents(added.total_amount));
      expect(added.services).toMatchObject([
        { type: 'baggage', quantity: 2, total_amount: pay(2), metadata: { type: 'checked' } },
      ]);
      expect(added.documents).toHaveLength((order.documents?.length ?? 0) + 1);
      expect(added.documents).toEqual(expect.arrayContaining(order.documents ?? []));

      const tooMany = await describeError(add(order, [{ id: bag.id, quantity: 2 }], pay(2)));
      expect(tooMany).toBe('422 validation_error/validation_range');
      expect((await list(order)).find(({ id }) => id === bag.id)?.maximum_quantity).toBe(1);
      const { data: full } = await add(order, [{ id: bag.id, quantity: 1 }], pay(1));
      expect(new Set(full.services.map(({ id }) => id)).size).toBe(2);
      expect((await list(order)).map(({ id }) => id)).not.toContain(bag.id);
    },
  );

  it('have ids of their own, and all else as it was sold', async () => {
    const { order, bags } = await book();
    const [bag] = bags;
    const { data } = await add(order, [{ id: bag?.id ?? '', quantity: 1 }], bag?.total_amount ?? '');
    expect(data.services[0]).toMatchObject({
      id: expect.stringMatching(/^ser_0000/) as string,
      passenger_ids: bag?.passenger_ids,
      segment_ids: bag?.segment_ids,
      metadata: bag?.metadata,
    });
  });

  it.each([
    ['for the first passenger and slice', {}, 0, 'checked', 23],
    ['for others', { passenger: 1, slice: 1, type: 'carry_on', weight_kg: null }, 1, 'carry_on', null],
  ])('are sold at the counter without a call, %s', async (_, choice, index, type, weight) => {
    const offer = await fetchCheapestOffer(sandbox, 'JFK', 'LHR', {
      passengers: [{ type: 'adult' }, { type: 'adult' }],
      returnDate: dateInDays(60),
    });
    const { data: order } = await sandbox.duffel.orders.create(buildInstantOrder(offer));
    await control(order.id, { added_bag: { total_amount: '33.5', ...choice } });
    const extended = await read(order.id);
    expect(extended.services).toEqual([
      {
        id: expect.stringMatching(/^ser_0000/) as string,
        ...{ type: 'baggage', quantity: 1, total_amount: '33.50', total_currency: order.total_currency },
        passenger_ids: [order.passengers[index]?.id],
        segment_ids: order.slices[index]?.segments.map(({ id }) => id),
        metadata: {
          ...{ type, maximum_weight_kg: weight },
          ...{ maximum_length_cm: null, maximum_height_cm: null, maximum_depth_cm: null },
        },
      },
    ]);
    expect(toCents(extended.total_amount)).toBe(toCents(order.total_amount) + 33_50);
    expect(toCents(extended.base_amount) + toCents(extended.tax_amount)).toBe(toCents(extended.total_amount));
    expect(extended.documents).toHaveLength((order.documents?.length ?? 0) + 1);
    const calls = (await sandbox.readLedger()).requests.filter(({ path }) => path.includes(order.id));
    expect(calls.map(({ method }) => method)).toEqual(['GET']);
  });

  it('are sold at the counter for chosen passengers and segments of the order only', async () => {
    const { order } = await book();
    const passenger = order.passengers[1]?.id ?? '';
    const segment = order.slices[0]?.segments[0]?.id ?? '';
    const sell = (bag: object) => control(order.id, { added_bag: { total_amount: '10.00', ...bag } });
    await sell({ passenger, segment_ids: [segment] });
    for (const bag of [
      { passenger: 2 },
      { passenger: 'pas_none' },
      { slice: 1 },
      { segment_ids: [segment, 'seg_none'] },
    ])
      await expect(sell(bag)).rejects.toThrow('404');
    expect((await read(order.id)).services).toMatchObject([
      { passenger_ids: [passenger], segment_ids: [segment], total_amount: '10.00' },
    ]);
  });

  it('have their documents later when the airline is late with the tickets', async () => {
    const { order, bags } = await book();
    await control(order.id, { tickets: 'withheld' });
    const { data } = await add(order, [{ id: bags[0]?.id ?? '', quantity: 1 }], bags[0]?.total_amount ?? '');
    expect(data.documents).toEqual([]);
    await control(order.id, { tickets: 'issued' });
    expect((await read(order.id)).documents).toHaveLength((order.documents?.length ?? 0) + 1);
  });
});
