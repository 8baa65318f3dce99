import type { Offer } from '@duffel/api/types';
import { describe, expect, it } from 'vitest';
import { startFlightProvider } from '../testing/flight-provider.ts';
import { parseChangeOffer, parseChangeOffers, parseOrderChange } from './order-change.ts';

const { provider, control, failNext, book, dateInDays } = await startFlightProvider();
const none: ReadonlySet<string> = new Set();
const isChangeable = ({ conditions }: Offer) => conditions.change_before_departure?.allowed === true;

async function requestOffers(orderId: string, days = 50) {
  const { data } = await provider.getBookedOrder('test', orderId);
  return provider.requestChangeOffers('test', orderId, {
    infants: none,
    remove: data.slices.map(({ id }) => id),
    add: [{ origin: 'JFK', destination: 'LHR', departureDate: dateInDays(days), cabin: 'economy' }],
  });
}

/** Asks for other flights and selects the first of them. */
async function selectChange(orderId: string) {
  const requested = await requestOffers(orderId);
  const offer = requested.kind === 'succeeded' ? requested.offers[0] : undefined;
  if (!offer) throw new Error('no change offer', { cause: requested });
  const created = await provider.createOrderChange('test', offer.id);
  if (created.kind !== 'succeeded') throw new Error('no change', { cause: created });
  return { offer, change: created.change };
}

describe('changing the flights of an order', () => {
  it('[TRIP-03] reports why the airline refuses, by the code of the provider', async () => {
    const { orderId } = await book((offer) => !isChangeable(offer));
    expect(await requestOffers(orderId)).toMatchObject({ kind: 'refused', code: 'order_not_changeable' });
    expect(await provider.getChangeOffer('test', 'oco_none', none)).toMatchObject({
      ...{ kind: 'refused', code: 'not_found' },
    });
    expect(await provider.createOrderChange('test', 'oco_none')).toMatchObject({
      ...{ kind: 'refused', code: 'not_found' },
    });
    await expect(provider.getOrderChange('test', 'oce_none')).rejects.toMatchObject({ status: 404 });
  });

  it.each(['airline_internal', 'airline_unknown', 'airline_error'])(
    '[TRIP-03] [PROVIDER-34] rejects a confirmation after which the order may be changed: %s',
    async (code) => {
      const { orderId } = await book(isChangeable);
      const { change } = await selectChange(orderId);
      await failNext('/air/order_changes/.*/actions/confirm', 422, code);
      await expect(provider.confirmOrderChange('test', change)).rejects.toThrow(code);
      await failNext('/air/order_changes/.*/actions/confirm', 408, 'request_timeout');
      await expect(provider.confirmOrderChange('test', change)).rejects.toThrow('408');
      await failNext('/air/order_changes/.*/actions/confirm', 422, 'price_changed');
      expect(await provider.confirmOrderChange('test', change)).toMatchObject({
        ...{ kind: 'refused', code: 'price_changed' },
      });
      expect(await provider.getOrderChange('test', change.id)).toEqual(change);
    },
  );

  it('[TRIP-03] offers other flights, selects one and pays for it from our balance', async () => {
    const { orderId, order } = await book(isChangeable);
    const before = await provider.getBookedOrder('test', orderId);
    expect(before.availableActions).toContain('change');
    const { offer, change } = await selectChange(orderId);
    expect(offer).toMatchObject({
      ...{ currency: 'USD', isCredit: false, removedSliceIds: before.data.slices.map(({ id }) => id) },
      addedSlices: [{ origin: { iata_code: 'JFK' }, segments: [{}] }],
    });
    expect(offer.expiresAt?.getTime()).toBeGreaterThan(Date.now());
    expect(offer.addedSlices[0]?.departure_time).toContain(dateInDays(50));
    expect(offer.addedSlices[0]?.included_bags).toEqual({
      cabin: expect.any(Number),
      checked: expect.any(Number),
    });
    expect(offer.conditions).toHaveProperty('changeable');
    expect(await provider.getChangeOffer('test', offer.id, none)).toEqual({ kind: 'succeeded', offer });
    expect(change).toMatchObject({ amount: offer.amount, newTotal: offer.newTotal, isConfirmed: false });

    expect(await provider.confirmOrderChange('test', change)).toEqual({
      ...{ kind: 'succeeded', change: { ...change, isConfirmed: true } },
    });
    expect((await provider.getOrderChange('test', change.id)).isConfirmed).toBe(true);
    expect(await provider.confirmOrderChange('test', change)).toMatchObject({
      ...{ kind: 'refused', code: 'order_change_already_actioned' },
    });
    const after = await provider.getOrder('test', orderId);
    expect(Number(after.amount)).toBeCloseTo(Number(order.amount) + Number(change.amount), 2);
    const booked = await provider.getBookedOrder('test', orderId);
    expect(booked.data.slices.map(({ departure_time }) => departure_time)).toEqual(
      offer.addedSlices.map(({ departure_time }) => departure_time),
    );
    expect(booked.data.passengers).toEqual(before.data.passengers);
  });
});

describe('a confirmation without an answer', () => {
  const path = '/air/order_changes/.*/actions/confirm';
  it.each([
    [{ kind: 'commit_and_hang' }, true],
    [{ kind: 'commit_and_drop' }, true],
    [{ kind: 'drop' }, false],
    [{ kind: 'commit_late', delayMs: 60_000 }, false],
  ])(
    '[TRIP-03] [PROVIDER-34] rejects, and the change says whether it was made: %j',
    async (fault, isConfirmed) => {
      const { orderId } = await book(isChangeable);
      const { change } = await selectChange(orderId);
      await control('POST', 'faults', { ...fault, method: 'POST', path });
      await expect(provider.confirmOrderChange('test', change)).rejects.toThrow();
      expect((await provider.getOrderChange('test', change.id)).isConfirmed).toBe(isConfirmed);
    },
  );
});

it('[TRIP-03] says of a cheaper change what comes back, and whether it is money', async () => {
  for (const refund_to of ['voucher', 'original_form_of_payment']) {
    const { orderId, order } = await book(isChangeable);
    await control('POST', `orders/${orderId}`, { changes: { total_amount: '-40.00', refund_to } });
    const { offer, change } = await selectChange(orderId);
    expect(offer).toMatchObject({ amount: '-40.00', isCredit: refund_to === 'voucher' });
    expect(await provider.confirmOrderChange('test', change)).toMatchObject({ kind: 'succeeded' });
    const { amount } = await provider.getOrder('test', orderId);
    expect([amount, Number(order.amount) - Number(amount)]).toEqual([change.newTotal, 40]);
  }
});

describe('what the provider says of a change', () => {
  const raw = {
    id: 'oco_1',
    order_id: 'ord_1',
    change_total_amount: '-30.50',
    change_total_currency: 'GBP',
    new_total_amount: '90.00',
    slices: { add: [{ id: 'sli_2', segments: [{ id: 'seg_2' }] }], remove: [{ id: 'sli_1' }] },
  };

  it('[TRIP-03] may leave out all but price and flights', () => {
    expect(parseChangeOffer(raw, none)).toMatchObject({
      ...{ amount: '-30.50', penalty: null, isCredit: false, expiresAt: null, removedSliceIds: ['sli_1'] },
    });
    expect(parseOrderChange(raw)).toMatchObject({ amount: '-30.50', expiresAt: null, isConfirmed: false });
  });

  it.each([
    ['without a price', { change_total_amount: null }],
    ['with a price that is none', { change_total_amount: 'free' }],
    ['without flights', { slices: { add: [], remove: [] } }],
  ])('[TRIP-03] leaves out an offer %s', (_, fault) => {
    expect(() => parseChangeOffer({ ...raw, ...fault }, none)).toThrow();
    expect(parseChangeOffers({ order_change_offers: [{ ...raw, ...fault }, raw] }, none)).toHaveLength(1);
  });

  it.each([
    ['-30.50', 'voucher', true],
    ['-30.50', 'balance', false],
    ['-30.50', 'original_form_of_payment', false],
    ['0.00', 'voucher', false],
    ['12.00', 'voucher', false],
  ])('[TRIP-03] of %s to %s: is it credit? %s', (change_total_amount, refund_to, isCredit) => {
    expect(parseChangeOffer({ ...raw, change_total_amount, refund_to }, none).isCredit).toBe(isCredit);
  });

  it('[TRIP-03] names no fee in another currency than the amount’s', () => {
    const fee = { penalty_amount: '20.00', penalty_currency: 'GBP' };
    expect(parseChangeOffer({ ...raw, ...fee }, none).penalty).toBe('20.00');
    expect(parseChangeOffer({ ...raw, ...fee, penalty_currency: 'USD' }, none).penalty).toBeNull();
    const recorded = { penalty_total_amount: '25.00', penalty_total_currency: 'GBP' };
    expect(parseChangeOffer({ ...raw, ...recorded }, none).penalty).toBe('25.00');
  });

  it('[RULE-02] of the fare of the new flights, bags of those with a seat included, may be missing', () => {
    const passenger = (passenger_id: string, quantity: number) => ({
      ...{ passenger_id, baggages: [{ type: 'checked', quantity }] },
    });
    const added = {
      id: 'sli_2',
      segments: [{ id: 'seg_2', passengers: [passenger('pas_1', 1), passenger('pas_2', 0)] }],
    };
    const conditions = {
      change_before_departure: { allowed: false },
      refund_before_departure: { allowed: true, penalty_amount: '20.00', penalty_currency: 'GBP' },
    };
    const said = { ...raw, conditions, slices: { ...raw.slices, add: [added] } };
    expect(parseChangeOffer(said, new Set(['pas_2']))).toMatchObject({
      addedSlices: [{ included_bags: { cabin: 0, checked: 1 } }],
      conditions: { changeable: false, refundable: true, refund_penalty_amount: '20.00' },
    });
    expect(parseChangeOffer(said, none).addedSlices[0]?.included_bags).toEqual({ cabin: 0, checked: 0 });
    const { addedSlices, conditions: unsaid } = parseChangeOffer(raw, none);
    expect(addedSlices[0]).not.toHaveProperty('included_bags');
    expect(unsaid).toMatchObject({ changeable: null, refundable: null, cancellation_options: [] });
  });
});
