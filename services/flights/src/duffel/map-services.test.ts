import { describe, expect, it } from 'vitest';
import { serviceSchema } from '@fareline/contracts/schemas';
import { mapServices } from './map-services.ts';
import { rawOfferSchema } from './raw-offer.ts';

interface Bag {
  type: string;
  quantity: number;
}

const segment = (id: string, from: string | null, to: string | null, baggages: Bag[] = []) => ({
  id,
  origin: from === null ? null : { iata_code: from },
  destination: to === null ? null : { iata_code: to },
  passengers: [{ passenger_id: 'pas_1', baggages }],
});

/** Out from Chicago to Los Angeles through Oklahoma City, and back without a stop. */
const slices = [
  { id: 'sli_1', segments: [segment('out_1', 'ORD', 'OKC'), segment('out_2', 'OKC', 'LAX')] },
  { id: 'sli_2', segments: [segment('back', 'LAX', 'ORD')] },
];

const mapped = (overrides: object) =>
  mapServices(
    rawOfferSchema.parse({
      ...{ id: 'off_1', total_amount: '351.30', total_currency: 'GBP', slices },
      passengers: [{ id: 'pas_1', type: 'adult' }],
      expires_at: '2030-01-01T00:00:00Z',
      ...overrides,
    }),
  );

/** Maps an offer with one paid extra, by default a checked bag on the way out. */
function paidService(overrides: object = {}, offer: object = {}) {
  const service = {
    ...{ id: 'ase_1', type: 'baggage', total_amount: '20.00', total_currency: 'GBP', maximum_quantity: 1 },
    ...{ segment_ids: ['out_1', 'out_2'], passenger_ids: ['pas_1'] },
    metadata: { type: 'checked', maximum_weight_kg: 23, maximum_depth_cm: null },
    ...overrides,
  };
  const [first] = mapped({ ...offer, available_services: [service] });
  return serviceSchema.parse(first);
}

const withBags = (...baggages: Bag[]) => ({
  slices: [{ id: 'sli_1', segments: [segment('out_1', 'ORD', 'OKC', baggages)] }],
});

describe('mapServices', () => {
  it('[API-04] maps a paid bag with the weight, the route and the airline’s price', () => {
    expect(paidService()).toEqual({
      id: 'ase_1',
      name: 'Extra checked bag',
      description: 'up to 23 kg, ORD to LAX',
      type: 'baggage',
      total_amount: '20.00',
      total_currency: 'GBP',
    });
  });

  it('[PROVIDER-08] returns included bags with amount 0, each type of bag by its own id, before paid extras', () => {
    const bags = withBags({ type: 'checked', quantity: 2 }, { type: 'carry_on', quantity: 1 });
    const paidBag = { id: 'ase_1', type: 'baggage', total_amount: '20.00', total_currency: 'GBP' };
    const [cabinBag, checkedBag, extra] = mapped({ ...bags, available_services: [paidBag] });
    expect(cabinBag).toEqual({
      id: 'included_carry_on',
      name: 'Cabin bag included',
      description: '1 for each traveller on every flight',
      type: 'cabin_bag',
      total_amount: '0',
      total_currency: 'GBP',
    });
    expect(checkedBag).toEqual({
      id: 'included_checked',
      name: 'Checked bag included',
      description: '2 for each traveller on every flight',
      type: 'baggage',
      total_amount: '0',
      total_currency: 'GBP',
    });
    expect(extra).toMatchObject({ id: 'ase_1', total_amount: '20.00' });
  });

  it.each([
    ['a segment has no data of a passenger', [{ id: 'pas_1' }, { id: 'pas_2' }]],
    ['no passenger has a seat', [{ id: 'pas_1', type: 'infant_without_seat' }]],
  ])('[PROVIDER-08] returns no included bag if %s', (_name, passengers) => {
    expect(mapped({ ...withBags({ type: 'checked', quantity: 1 }), passengers })).toEqual([]);
  });

  it.each([
    ['one segment', ['out_2'], 'OKC to LAX'],
    ['a slice', ['out_1', 'out_2'], 'ORD to LAX'],
    ['the return', ['back'], 'LAX to ORD'],
    ['no known segment', ['other'], ''],
    ['no segment', null, ''],
  ])('describes an extra for %s by its route', (_name, segment_ids, route) => {
    expect(paidService({ segment_ids, metadata: null }).description).toBe(route);
  });

  it.each([
    ['origin', segment('out_1', null, 'OKC')],
    ['destination', segment('out_1', 'ORD', null)],
  ])('[PROVIDER-11] leaves out a route without %s', (_name, unknownPlace) => {
    const offer = { slices: [{ id: 'sli_1', segments: [unknownPlace] }] };
    expect(paidService({ segment_ids: ['out_1'] }, offer).description).toBe('up to 23 kg');
  });

  it('describes an extra by the airline’s text first', () => {
    const metadata = { merchant_copy: 'Refund of 80 %', maximum_weight_kg: null };
    expect(paidService({ type: 'cancel_for_any_reason', metadata })).toMatchObject({
      name: 'Cancel for any reason',
      type: 'cancel_for_any_reason',
      description: 'Refund of 80 %, ORD to LAX',
    });
  });

  it.each([
    ['baggage', { type: 'checked' }, 'baggage', 'Extra checked bag'],
    ['baggage', { type: 'carry_on' }, 'cabin_bag', 'Extra cabin bag'],
    ['baggage', null, 'baggage', 'Extra checked bag'],
    ['seat', { type: 'carry_on' }, 'seat', 'Seat'],
    ['priority_check_in', null, 'priority_check_in', 'Priority check in'],
  ])('[FILTER-14] maps type %s with metadata %j to %s, "%s"', (type, metadata, expected, name) => {
    expect(paidService({ type, metadata })).toMatchObject({ type: expected, name });
  });

  it.each([
    ['no amount', { total_amount: null }],
    ['no currency', { total_currency: null }],
    ['an invalid amount', { total_amount: 'free' }],
    ['an invalid currency', { total_currency: 'pounds' }],
  ])('[PROVIDER-11] maps an extra with %s to one without amount and currency', (_name, price) => {
    expect(paidService(price)).toMatchObject({ id: 'ase_1', total_amount: null, total_currency: null });
  });

  it('[PROVIDER-11] omits invalid extras and returns the others', () => {
    const seat = { id: 'ase_2', type: 'seat' };
    const services = mapped({ available_services: [null, { id: '', type: 'seat' }, { id: 'ase_1' }, seat] });
    expect(services.map(({ id }) => id)).toEqual(['ase_2']);
  });
});
