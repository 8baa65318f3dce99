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
      name: 'Extra checked bag, up to 23 kg',
      description: 'ORD to LAX',
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
    ['parts of both slices', ['out_2', 'back'], 'OKC to LAX and LAX to ORD'],
    ['all segments', ['back', 'out_1', 'out_2'], 'For the whole journey'],
    ['no known segment', ['other'], ''],
    ['no segment', null, ''],
  ])('[LIST-07] describes a bag for %s by where it travels', (_name, segment_ids, route) => {
    expect(paidService({ segment_ids, metadata: null }).description).toBe(route);
  });

  it.each([
    ['origin', segment('out_1', null, 'OKC')],
    ['destination', segment('out_1', 'ORD', null)],
  ])('[PROVIDER-11] leaves out a route without %s', (_name, unknownPlace) => {
    const offer = { slices: [{ id: 'sli_1', segments: [unknownPlace] }, slices[1]] };
    expect(paidService({ segment_ids: ['out_1'] }, offer).description).toBe('');
  });

  it.each<[string, object | null, string, string, string]>([
    ['a bag without weight', { type: 'checked' }, 'baggage', 'Extra checked bag', ''],
    [
      'a checked bag',
      { type: 'checked', maximum_weight_kg: 15 },
      'baggage',
      'Extra checked bag, up to 15 kg',
      '',
    ],
    ['a cabin bag', { type: 'carry_on' }, 'cabin_bag', 'Extra cabin bag', ''],
    [
      'a cabin bag of a size',
      { type: 'carry_on', maximum_length_cm: 45, maximum_height_cm: 56, maximum_depth_cm: 25 },
      'cabin_bag',
      'Extra cabin bag',
      ', up to 56 × 45 × 25 cm',
    ],
    [
      'a bag of two sides',
      { type: 'checked', maximum_length_cm: 90, maximum_height_cm: 75, maximum_depth_cm: null },
      'baggage',
      'Extra checked bag',
      '',
    ],
    ['a bag of unknown kind', null, 'baggage', 'Extra bag', ''],
  ])('[FILTER-14] names %s by its kind and weight', (_name, metadata, type, name, size) => {
    expect(paidService({ metadata })).toMatchObject({ type, name, description: `ORD to LAX${size}` });
  });

  it('[LIST-07] lists neither seats nor insurance nor anything else than bags', () => {
    const extra = (type: string) => ({
      id: `ase_${type}`,
      type,
      total_amount: '9.00',
      total_currency: 'GBP',
    });
    const types = ['seat', 'cancel_for_any_reason', 'insurance', 'priority_check_in', 'baggage'];
    expect(mapped({ available_services: types.map(extra) }).map(({ id }) => id)).toEqual(['ase_baggage']);
  });

  describe('of several travellers', () => {
    const family = [
      { id: 'pas_1', type: 'adult' },
      { id: 'pas_2', type: 'adult' },
      { id: 'pas_3', type: 'child' },
      { id: 'pas_4', type: 'infant_without_seat' },
    ];
    const bagFor = (passenger: string, overrides: object = {}) => ({
      ...{ id: `ase_${passenger}`, type: 'baggage', total_amount: '20.00', total_currency: 'GBP' },
      ...{ segment_ids: ['back'], passenger_ids: [passenger], metadata: { type: 'checked' } },
      ...overrides,
    });
    const describeBags = (passengers: object[], ...available_services: object[]) =>
      mapped({ passengers, available_services }).map(
        ({ id, total_amount, description }) => `${id} ${total_amount} ${description}`,
      );

    it('[LIST-07] lists an equal bag once, at the price per traveller', () => {
      const bags = ['pas_1', 'pas_2', 'pas_3'].map((passenger) => bagFor(passenger));
      expect(describeBags(family, ...bags)).toEqual(['ase_pas_1 20.00 LAX to ORD, per traveller']);
    });

    it('[LIST-07] keeps bags of another price, weight or route apart, and says for how many they are', () => {
      expect(
        describeBags(
          family,
          bagFor('pas_1'),
          bagFor('pas_2'),
          bagFor('pas_3', { total_amount: '10.00' }),
          bagFor('pas_1', { id: 'ase_heavy', metadata: { type: 'checked', maximum_weight_kg: 30 } }),
          bagFor('pas_1', { id: 'ase_out', segment_ids: ['out_1', 'out_2'] }),
        ),
      ).toEqual([
        'ase_pas_1 20.00 LAX to ORD, per traveller, for 2 of 4 travellers',
        'ase_pas_3 10.00 LAX to ORD, for 1 of 4 travellers',
        'ase_heavy 20.00 LAX to ORD, for 1 of 4 travellers',
        'ase_out 20.00 ORD to LAX, for 1 of 4 travellers',
      ]);
    });

    it('[LIST-07] says nothing of travellers for the only one with a seat, or if the provider does not', () => {
      expect(describeBags([family[0]!, family[3]!], bagFor('pas_1'))).toEqual(['ase_pas_1 20.00 LAX to ORD']);
      expect(describeBags(family, bagFor('pas_1', { passenger_ids: null }))).toEqual([
        'ase_pas_1 20.00 LAX to ORD',
      ]);
    });
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
    const bag = { id: 'ase_2', type: 'baggage' };
    const services = mapped({
      available_services: [null, { id: '', type: 'baggage' }, { id: 'ase_1' }, bag],
    });
    expect(services.map(({ id }) => id)).toEqual(['ase_2']);
  });
});
