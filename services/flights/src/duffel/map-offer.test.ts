import { getItineraryKey } from '@fareline/contracts';
import { offerSchema } from '@fareline/contracts/schemas';
import { describe, expect, it } from 'vitest';
import { priceOffer } from '../pricing/pricing.ts';
import { mapOffer } from './map-offer.ts';

const segment = (id: string, overrides: Record<string, unknown> = {}) => ({
  id,
  origin: {
    iata_code: 'LHR',
    name: 'Heathrow',
    city_name: null,
    city: { name: 'London' },
    iata_country_code: 'GB',
    time_zone: 'Europe/London',
  },
  destination: {
    iata_code: 'JFK',
    name: 'Kennedy',
    city_name: 'New York',
    iata_country_code: 'US',
    time_zone: 'America/New_York',
  },
  departing_at: '2027-01-10T09:00:00',
  arriving_at: '2027-01-10T12:00:00',
  duration: 'PT8H',
  aircraft: { name: 'Airbus A350' },
  marketing_carrier: {
    name: 'British Airways',
    iata_code: 'BA',
    logo_symbol_url: 'https://assets.example/BA.svg',
  },
  marketing_carrier_flight_number: '117',
  operating_carrier: { name: 'Iberia', iata_code: 'IB', logo_symbol_url: null },
  passengers: [
    {
      passenger_id: 'pas_1',
      cabin_class: 'economy',
      cabin: {
        amenities: { wifi: { available: true, cost: 'free' }, power: { available: true }, seat: null },
      },
      baggages: [
        { type: 'checked', quantity: 1 },
        { type: 'carry_on', quantity: 0 },
      ],
    },
  ],
  ...overrides,
});

const offer = (overrides: Record<string, unknown> = {}) => ({
  id: 'off_1',
  total_amount: '100.00',
  total_currency: 'USD',
  tax_amount: '20.00',
  tax_currency: 'USD',
  base_amount: '80.00',
  base_currency: 'USD',
  owner: { name: 'British Airways', iata_code: 'BA' },
  slices: [
    {
      id: 'sli_1',
      origin: null,
      destination: null,
      duration: 'PT8H',
      fare_brand_name: 'Basic',
      segments: [segment('seg_1')],
    },
  ],
  passengers: [{ id: 'pas_1', type: 'adult' }],
  conditions: { refund_before_departure: null, change_before_departure: null },
  available_services: null,
  passenger_identity_documents_required: true,
  payment_requirements: {
    requires_instant_payment: true,
    price_guarantee_expires_at: null,
    payment_required_by: null,
  },
  total_emissions_kg: '400',
  created_at: '2026-12-01T10:00:00Z',
  expires_at: '2026-12-01T10:30:00.123456Z',
  ...overrides,
});

const mapped = (overrides: Record<string, unknown> = {}) => {
  const result = mapOffer(offer(overrides));
  if (!result.ok) throw new Error(result.reason);
  return result.value;
};

const slicesWith = (segmentOverrides: object, sliceOverrides: object = {}) => ({
  slices: [{ id: 'sli_1', segments: [segment('seg_1', { ...segmentOverrides })], ...sliceOverrides }],
});
const bagsOf = (...quantities: number[]) => ({
  passengers: [
    { passenger_id: 'pas_1', baggages: quantities.map((quantity) => ({ type: 'checked', quantity })) },
  ],
});
const checkedBagService = {
  ...{ id: 'ase_1', type: 'baggage', total_amount: '50.00', total_currency: 'USD' },
  ...{ segment_ids: ['seg_1'], passenger_ids: ['pas_1'], metadata: { type: 'checked' } },
};

/** The services of a segment with this data of its passenger. */
const servicesOf = (passenger: object) => {
  const passengers = [{ passenger_id: 'pas_1', ...passenger }];
  const slices = [{ id: 'sli_1', segments: [segment('seg_1', { passengers })] }];
  return mapped({ slices }).offer.slices[0]?.segments[0]?.services.map(
    ({ type, description }) => `${type}: ${description}`,
  );
};

describe('mapOffer', () => {
  it('[API-03][API-05][API-06] maps a provider offer to the contract', () => {
    const shown = priceOffer(mapped(), 'test', 23);
    expect(offerSchema.parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({
      total_amount: '123.00',
      base_amount: '98.40',
      tax_amount: '24.60',
      mode: 'test',
      owner: { name: 'British Airways', iata_code: 'BA' },
      expires_at: '2026-12-01T10:30:00.123Z',
    });
    const [slice] = shown.slices;
    expect(slice).toMatchObject({
      origin: { iata_code: 'LHR', city_name: 'London', country_code: 'GB', time_zone: 'Europe/London' },
      departure_time: '2027-01-10T09:00:00',
      arrival_time: '2027-01-10T12:00:00',
      duration: 'PT8H',
      fare_brand_name: 'Basic',
    });
    expect(slice?.segments[0]).toMatchObject({
      origin: { iata_code: 'LHR', name: 'Heathrow' },
      destination: { iata_code: 'JFK', name: 'Kennedy' },
      duration: 'PT8H',
      aircraft: { name: 'Airbus A350' },
      flight_number: 'BA117',
      airline: { iata_code: 'BA', logo_url: '/airline-logos/BA.svg' },
      operating_carrier: { iata_code: 'IB' },
    });
  });

  it('[PROVIDER-11] accepts nulls, missing and unknown fields', () => {
    const minimalOffer = {
      id: 'off_bare',
      total_amount: '100.00',
      total_currency: 'USD',
      expires_at: '2026-12-01T10:30:00Z',
      slices: [
        {
          id: 'sli_1',
          segments: [
            {
              id: 'seg_1',
              departing_at: null,
              aircraft: null,
              marketing_carrier: null,
              passengers: null,
              brand_new_field: {},
            },
          ],
        },
      ],
      passengers: [
        { id: 'pas_1', age: 8 },
        { id: 'pas_2', type: null, age: 1 },
      ],
      owner: null,
      available_services: [null, { id: 'ase_1' }],
      conditions: 'soon',
      total_emissions_kg: 28,
    };
    const result = mapOffer(minimalOffer);
    if (!result.ok) throw new Error(result.reason);
    const shown = priceOffer(result.value, 'live', 0);
    expect(offerSchema.parse(shown)).toEqual(shown);
    expect(shown.passengers.map(({ type }) => type)).toEqual(['child', 'infant_without_seat']);
    expect(shown.slices[0]?.segments[0]).toMatchObject({
      flight_number: null,
      departing_at: null,
      services: [],
    });
    expect(shown.total_emissions_kg).toBeNull();
  });

  it.each([
    ['no price', { total_amount: null }],
    ['a price of 0', { total_amount: '0.00' }],
    ['an invalid price', { total_amount: '1e3' }],
    ['a price that would be sold for 0', { total_amount: '0.49' }],
    ['a price too long with a markup', { total_amount: '999999999999.00' }],
    ['no expiry', { expires_at: null }],
    ['no slices', { slices: [] }],
    ['a slice without segments', { slices: [{ id: 'sli_1', segments: [] }] }],
    ['no passengers', { passengers: null }],
  ])('[PROVIDER-11] rejects an offer with %s and returns its id and the reason', (_name, overrides) => {
    expect(mapOffer(offer(overrides))).toMatchObject({
      ok: false,
      id: 'off_1',
      reason: expect.stringMatching(/\w/),
    });
    expect(mapOffer('not an offer')).toMatchObject({ ok: false });
  });

  it('[PROVIDER-11] names the path of the invalid field, and says if the id is unknown', () => {
    const slices = [{ id: 'sli_1', segments: [segment('seg_1'), { departing_at: null }] }];
    expect(mapOffer(offer({ slices }))).toMatchObject({
      reason: 'slices.0.segments.1.id: Required',
    });
    expect(mapOffer(offer({ id: 7 }))).toMatchObject({ ok: false, id: 'unknown id' });
    expect(mapOffer(null)).toMatchObject({ ok: false, id: 'unknown id' });
  });

  it.each([
    [{ type: 'adult', age: 8 }, 'adult'],
    [{ type: 'child', age: 30 }, 'child'],
    [{ type: 'infant_without_seat', age: 30 }, 'infant_without_seat'],
    [{ type: null, age: null }, 'adult'],
    [{ type: 'senior', age: 70 }, 'adult'],
    [{ age: 1 }, 'infant_without_seat'],
    [{ age: 2 }, 'child'],
    [{ age: 11 }, 'child'],
    [{ age: 12 }, 'adult'],
  ])('maps passenger %j to type %s', (passenger, type) => {
    const passengers = [{ id: 'pas_1', ...passenger }];
    expect(mapped({ passengers }).offer.passengers).toEqual([{ id: 'pas_1', type }]);
  });

  it.each([
    [{ tax_amount: '100.00' }, 10_000],
    [{ tax_amount: '0.00' }, 0],
    [{ tax_amount: '100.01' }, 0],
    [{ tax_amount: '-0.01' }, 0],
    [{ tax_amount: 'included' }, 0],
    [{ tax_amount: null }, 0],
    [{ tax_currency: 'EUR' }, 0],
    [{ tax_currency: null }, 0],
  ])('[PROVIDER-11] returns for a total of 100.00 USD and %j the tax %i', (tax, taxMinor) => {
    expect(mapped(tax).price).toEqual({ currency: 'USD', totalMinor: 10_000, taxMinor });
  });

  it('[API-04] requires identity documents only if the provider does', () => {
    const isRequired = (value: unknown) =>
      mapped({ passenger_identity_documents_required: value }).offer.passenger_identity_documents_required;
    expect([true, false, null].map(isRequired)).toEqual([true, false, false]);
  });

  it('[PROVIDER-09] maps conditions to true, false or null, with the amounts of penalties', () => {
    expect(mapped().offer.conditions).toMatchObject({ refundable: null, changeable: null });
    const conditions = mapped({
      conditions: {
        refund_before_departure: { allowed: true, penalty_amount: '50.00', penalty_currency: 'GBP' },
        change_before_departure: { allowed: false, penalty_amount: '30.00', penalty_currency: 'GBP' },
      },
    }).offer.conditions;
    const change = { allowed: true, penalty_amount: '30.00', penalty_currency: 'EUR' };
    expect(mapped({ conditions: { change_before_departure: change } }).offer.conditions).toMatchObject({
      change_penalty_amount: '30.00',
      change_penalty_currency: 'EUR',
    });
    expect(conditions).toMatchObject({
      refundable: true,
      refund_penalty_amount: '50.00',
      refund_penalty_currency: 'GBP',
      changeable: false,
      change_penalty_amount: null,
    });
  });

  it.each([
    ['no amount', { penalty_amount: null, penalty_currency: 'GBP' }],
    ['no currency', { penalty_amount: '50.00', penalty_currency: null }],
    ['an invalid amount', { penalty_amount: 'half', penalty_currency: 'GBP' }],
    ['more decimals than an amount has', { penalty_amount: '50.00000', penalty_currency: 'GBP' }],
    ['an amount below 0', { penalty_amount: '-50.00', penalty_currency: 'GBP' }],
    ['an invalid currency', { penalty_amount: '50.00', penalty_currency: 'pounds' }],
  ])('[PROVIDER-11] maps a penalty with %s to one without amount and currency', (_name, penalty) => {
    const condition = { allowed: true, ...penalty };
    const conditions = { refund_before_departure: condition, change_before_departure: condition };
    expect(mapped({ conditions }).offer.conditions).toMatchObject({
      refund_penalty_amount: null,
      refund_penalty_currency: null,
      change_penalty_amount: null,
      change_penalty_currency: null,
    });
  });

  it('[PROVIDER-10] returns a cancellation option only if a refund before departure is allowed', () => {
    const options = (refund: unknown) =>
      mapped({ conditions: { refund_before_departure: refund, change_before_departure: null } }).offer
        .conditions.cancellation_options;
    expect(options(null)).toEqual([]);
    expect(options({ allowed: false, penalty_amount: null, penalty_currency: null })).toEqual([]);
    expect(options({ allowed: true, penalty_amount: null, penalty_currency: null })).toEqual([
      { type: 'refund_before_departure', penalty_amount: null, penalty_currency: null },
    ]);
  });

  it('[PROVIDER-08] maps included bags to services of type baggage with amount 0', () => {
    expect(mapped().offer.available_services).toEqual([
      expect.objectContaining({
        type: 'baggage',
        total_amount: '0',
        name: 'Checked bag included',
        description: '1 for each traveller on every flight',
      }),
    ]);
    expect(mapped().offer.slices[0]?.segments[0]?.services).toEqual([
      { type: 'wifi', description: 'Free Wi-Fi' },
      { type: 'power', description: 'Power at the seat' },
      { type: 'baggage', description: '1 checked bag included' },
    ]);
  });

  it.each([
    ['no amenities', {}, []],
    ['null', { wifi: null, power: null, meal: null }, []],
    ['not available', { wifi: { available: false }, meal: { available: false } }, []],
    ['a meal', { meal: { available: true } }, ['meal: Meal']],
    ['free Wi-Fi', { wifi: { available: true, cost: 'free' } }, ['wifi: Free Wi-Fi']],
    ['Wi-Fi for money', { wifi: { available: true, cost: 'paid' } }, ['wifi: Wi-Fi, paid']],
    ['Wi-Fi at an unknown price', { wifi: { available: true, cost: null } }, ['wifi: Wi-Fi']],
    ['Wi-Fi without a price', { wifi: { available: true, cost: 'n/a' } }, ['wifi: Wi-Fi']],
    [
      'free or paid Wi-Fi',
      { wifi: { available: true, cost: 'free or paid' } },
      ['wifi: Wi-Fi, free or paid'],
    ],
    ['Wi-Fi that may be there', { wifi: { available: null, cost: 'free' } }, []],
    [
      'flags in words',
      {
        wifi: { available: 'true', cost: 'paid' },
        power: { available: 'false' },
        meal: { available: 'yes' },
      },
      ['wifi: Wi-Fi, paid'],
    ],
    ['a measured seat', { seat: { pitch: '30', legroom: 'n/a' } }, ['seat: Seat pitch 30 inches']],
    [
      'a measured seat and legroom',
      { seat: { pitch: '37', legroom: 'more', type: 'recliner' } },
      ['seat: Seat pitch 37 inches, more legroom'],
    ],
    ['a seat in words', { seat: { pitch: 'less' } }, ['seat: Less legroom']],
    ['an unknown seat', { seat: { pitch: 'n/a', legroom: null } }, []],
  ])('[API-06] maps amenities with %s', (_name, amenities, expected) => {
    expect(servicesOf({ cabin: { amenities } })).toEqual(expected);
  });

  it('[API-06] returns flight numbers without leading zeros, equal in the keys of fare and itinerary', () => {
    const withNumber = (number: string) => {
      const segments = [segment('seg_1', { marketing_carrier_flight_number: number })];
      return mapped({ slices: [{ id: 'sli_1', segments }] });
    };
    const numberOf = (number: string) => withNumber(number).offer.slices[0]?.segments[0]?.flight_number;
    expect(['0117', '117', '0003', '1000', '0'].map(numberOf)).toEqual([
      'BA117',
      'BA117',
      'BA3',
      'BA1000',
      'BA0',
    ]);
    expect(withNumber('0117').fareKey).toBe(withNumber('117').fareKey);
    expect(getItineraryKey(withNumber('0117').offer)).toBe(getItineraryKey(withNumber('117').offer));
  });

  it('[LIST-02] names the cabin of each segment, and nothing where it is unknown', () => {
    const flown = (id: string, cabin_class?: unknown, cabin_class_marketing_name?: unknown) =>
      segment(id, { passengers: [{ passenger_id: 'pas_1', cabin_class, cabin_class_marketing_name }] });
    const out = [flown('seg_1', 'business', 'Club World'), flown('seg_2', 'economy', 'ECONOMY')];
    const back = [flown('seg_3', 'first', null), flown('seg_4'), segment('seg_5', { passengers: null })];
    const { slices } = mapped({
      slices: [
        { id: 'sli_1', segments: out },
        { id: 'sli_2', segments: back },
      ],
    }).offer;
    const cabins = slices.flatMap(({ segments }) =>
      segments.map(({ cabin_class, cabin_name }) => [cabin_class, cabin_name]),
    );
    expect(cabins).toEqual([
      ['business', 'Club World'],
      ['economy', 'ECONOMY'],
      ['first', null],
      [null, null],
      [null, null],
    ]);
  });

  it.each([
    [
      'every segment has',
      { pas_1: [1, 2], pas_2: [1, 1] },
      { pas_1: [1, 2], pas_2: [1, 1] },
      { cabin: 1, checked: 1 },
    ],
    [
      'the return has fewer',
      { pas_1: [1, 2], pas_2: [1, 2] },
      { pas_1: [1, 0], pas_2: [1, 2] },
      { cabin: 1, checked: 0 },
    ],
    [
      'a traveller has fewer',
      { pas_1: [1, 1], pas_2: [0, 1] },
      { pas_1: [1, 1], pas_2: [1, 1] },
      { cabin: 0, checked: 1 },
    ],
    ['a traveller is missing', { pas_1: [1, 1] }, { pas_1: [1, 1], pas_2: [1, 1] }, { cabin: 0, checked: 0 }],
    ['a segment is without bags', {}, { pas_1: [1, 1], pas_2: [1, 1] }, { cabin: 0, checked: 0 }],
  ])('[LIST-02] counts included bags of travellers with a seat, where %s', (_name, out, back, bags) => {
    const flight = (id: string, quantities: Record<string, number[]>) =>
      segment(id, {
        passengers: [
          ...Object.entries(quantities).map(([passenger_id, [cabin, checked]]) => ({
            passenger_id,
            baggages: [
              { type: 'carry_on', quantity: cabin },
              { type: 'checked', quantity: checked },
            ],
          })),
          // A lap infant has no bags, which takes none from the others.
          { passenger_id: 'pas_3', baggages: null },
        ],
      });
    const { included_bags, slices } = mapped({
      passengers: [
        { id: 'pas_1', type: 'adult' },
        { id: 'pas_2', type: 'child' },
        { id: 'pas_3', type: 'infant_without_seat' },
      ],
      slices: [
        { id: 'sli_1', segments: [flight('seg_1', out)] },
        { id: 'sli_2', segments: [flight('seg_2', back)] },
      ],
    }).offer;
    expect(included_bags).toEqual(bags);
    const least = (quantities: Record<string, number[]>, bag: number) =>
      Math.min(...['pas_1', 'pas_2'].map((id) => quantities[id]?.[bag] ?? 0));
    expect(slices.map((slice) => slice.included_bags)).toEqual(
      [out, back].map((quantities) => ({ cabin: least(quantities, 0), checked: least(quantities, 1) })),
    );
  });

  it('[API-06] counts the bags of a segment', () => {
    expect(servicesOf({ baggages: [{ type: 'checked', quantity: 2 }] })).toEqual([
      'baggage: 2 checked bags included',
    ]);
  });

  it('[API-05] takes the places and times of a slice from its first and last segment', () => {
    const between = (id: string, from: string, to: string, hour: number) =>
      segment(id, {
        ...{ origin: { iata_code: from }, destination: { iata_code: to } },
        ...{ departing_at: `2027-01-10T${hour}:00:00`, arriving_at: `2027-01-10T${hour + 1}:00:00` },
      });
    const segments = [
      between('seg_1', 'ORD', 'OKC', 10),
      between('seg_2', 'OKC', 'LAX', 13),
      between('seg_3', 'LAX', 'HNL', 16),
    ];
    expect(mapped({ slices: [{ id: 'sli_1', segments }] }).offer.slices[0]).toMatchObject({
      origin: { iata_code: 'ORD' },
      destination: { iata_code: 'HNL' },
      departure_time: '2027-01-10T10:00:00',
      arrival_time: '2027-01-10T17:00:00',
    });
    const places = { origin: { iata_code: 'CHI' }, destination: { iata_code: 'HON' } };
    expect(mapped({ slices: [{ id: 'sli_1', ...places, segments }] }).offer.slices[0]).toMatchObject(places);
  });

  it('[API-05] takes the name of the city from the airport, else from its city', () => {
    const city = (origin: object) =>
      mapped({ slices: [{ id: 'sli_1', segments: [segment('seg_1', { origin })] }] }).offer.slices[0]?.origin
        .city_name;
    expect(city({ city_name: 'Chicago', city: { name: 'Rosemont' } })).toBe('Chicago');
    expect(city({ city_name: null, city: { name: 'Rosemont' } })).toBe('Rosemont');
    expect(city({ city_name: null, city: null })).toBeNull();
  });

  it('[API-06] returns technical stops, also those without an airport', () => {
    const stops = [{ airport: { iata_code: 'KEF', city_name: 'Reykjavik' } }, { airport: null }, null];
    const { slices } = mapped({ slices: [{ id: 'sli_1', segments: [segment('seg_1', { stops })] }] }).offer;
    expect(slices[0]?.segments[0]?.stops).toEqual([
      expect.objectContaining({ iata_code: 'KEF', city_name: 'Reykjavik' }),
      expect.objectContaining({ iata_code: null }),
      expect.objectContaining({ iata_code: null }),
    ]);
  });

  it.each([
    ['emissions', { total_emissions_kg: '1e300' }],
    ['emissions below 0', { total_emissions_kg: '-5' }],
    ['a bag price', { available_services: [{ ...checkedBagService, total_amount: '5.00000' }] }],
    ['a bag price below 0', { available_services: [{ ...checkedBagService, total_amount: '-50.00' }] }],
    ['a duration', slicesWith({}, { duration: 'P99999999999999D' })],
    ['a segment’s duration', slicesWith({ duration: 'P99999999999999D' })],
    ['a departure', slicesWith({ departing_at: '2026-12-31T99:99:99' })],
    ['an arrival', slicesWith({ arriving_at: '2027-02-30T10:00:00' })],
    ['a number of bags', slicesWith(bagsOf(2 ** 53 - 1, 2 ** 53 - 1))],
  ])('[PROVIDER-11] keeps an offer with an absurd value of %s, which becomes unknown', (_name, overrides) => {
    const shown = priceOffer(mapped(overrides), 'test', 23);
    expect(offerSchema.parse(shown)).toEqual(shown);
    expect(shown.total_emissions_kg).toBe('total_emissions_kg' in overrides ? null : '400');
    expect(JSON.stringify(shown)).not.toMatch(/1e300|5\.00000|-50|99999999|99:99|02-30|90071992/);
  });

  it('[PROVIDER-11] maps the bag price as unknown if its sum is too long for an amount', () => {
    const passengers = ['pas_1', 'pas_2', 'pas_3'].map((id) => ({ id, type: 'adult' }));
    const available_services = passengers.map(({ id }) => ({
      ...{ ...checkedBagService, id: `ase_${id}`, total_amount: '999999999999.00' },
      passenger_ids: [id],
    }));
    const { offer: shown } = mapped({ passengers, available_services, ...slicesWith(bagsOf()) });
    expect(shown.checked_bag).toEqual({ status: 'unknown', total_amount: null });
  });

  it('[PROVIDER-11] names the field of an omitted offer without its value', () => {
    expect(mapOffer(offer({ total_amount: '999999999999.00' }))).toMatchObject({
      reason: 'total_amount: Invalid input',
    });
    expect(mapOffer(offer({ total_amount: '0.00' }))).toMatchObject({
      reason: 'total_amount: not a valid price',
    });
  });

  it.each([
    ['number', { marketing_carrier_flight_number: null }],
    ['carrier', { marketing_carrier: null }],
    ['carrier code', { marketing_carrier: { name: 'British Airways', iata_code: null } }],
  ])('[PROVIDER-11] returns no flight number without a %s', (_name, overrides) => {
    const slices = [{ id: 'sli_1', segments: [segment('seg_1', overrides)] }];
    expect(mapped({ slices }).offer.slices[0]?.segments[0]?.flight_number).toBeNull();
  });

  it('[FILTER-14] maps cabin bags to a separate type, included or paid', () => {
    const carryOn = { type: 'carry_on', quantity: 1 };
    const slices = [
      {
        id: 'sli_1',
        segments: [segment('seg_1', { passengers: [{ passenger_id: 'pas_1', baggages: [carryOn] }] })],
      },
    ];
    const paidBag = (id: string, type: string) => ({
      ...{ id, type: 'baggage', total_amount: '30.00', total_currency: 'USD' },
      metadata: { type },
    });
    const { offer: shown } = mapped({
      slices,
      available_services: [paidBag('ase_1', 'carry_on'), paidBag('ase_2', 'checked')],
    });
    expect(shown.available_services.map(({ type, name }) => [type, name])).toEqual([
      ['cabin_bag', 'Cabin bag included'],
      ['cabin_bag', 'Extra cabin bag'],
      ['baggage', 'Extra checked bag'],
    ]);
    expect(shown.slices[0]?.segments[0]?.services).toEqual([
      { type: 'cabin_bag', description: '1 cabin bag included' },
    ]);
    expect(shown.checked_bag.status).not.toBe('included');
  });

  it('[FILTER-14] does not map a bag as included that only one of two travellers has', () => {
    const passengers = [
      { passenger_id: 'pas_1', baggages: [{ type: 'checked', quantity: 2 }] },
      { passenger_id: 'pas_2', baggages: [] },
    ];
    const { offer: shown } = mapped({
      passengers: [
        { id: 'pas_1', type: 'adult' },
        { id: 'pas_2', type: 'child' },
      ],
      slices: [{ id: 'sli_1', segments: [segment('seg_1', { passengers })] }],
    });
    expect(shown.available_services).toEqual([]);
    expect(shown.slices[0]?.segments[0]?.services).toEqual([]);
  });

  it('[PROVIDER-08] does not map a bag as included that is missing on one segment', () => {
    const segmentWithoutBag = segment('seg_2', { passengers: [{ passenger_id: 'pas_1', baggages: [] }] });
    const slices = [{ id: 'sli_1', segments: [segment('seg_1'), segmentWithoutBag] }];
    expect(mapped({ slices }).offer.available_services).toEqual([]);
  });

  it('[PROVIDER-01] returns equal fare keys only for equal flights, cabin, fare name, conditions and bags', () => {
    const key = mapped().fareKey;
    const withSlice = (overrides: Record<string, unknown>, fareName = 'Basic') => ({
      slices: [{ id: 'sli_9', fare_brand_name: fareName, segments: [segment('seg_9', overrides)] }],
    });
    expect(mapped({ id: 'off_2', total_amount: '999.00', ...withSlice({}) }).fareKey).toBe(key);
    expect(mapped(withSlice({ marketing_carrier_flight_number: '118' })).fareKey).not.toBe(key);
    expect(mapped(withSlice({ departing_at: '2027-01-10T09:30:00' })).fareKey).not.toBe(key);
    expect(mapped(withSlice({}, 'Flex')).fareKey).not.toBe(key);
    expect(mapped(withSlice({ passengers: [{ cabin_class: 'economy', baggages: [] }] })).fareKey).not.toBe(
      key,
    );
    expect(mapped({ conditions: { refund_before_departure: { allowed: false } } }).fareKey).not.toBe(key);
    expect(mapped({ conditions: { refund_before_departure: { allowed: true } } }).fareKey).not.toBe(key);
    expect(mapped({ conditions: { change_before_departure: { allowed: true } } }).fareKey).not.toBe(key);
  });

  it('[PROVIDER-01] compares the cabin and the bags of fares, in any order and with missing data as none', () => {
    const key = (...passengers: object[]) =>
      mapped({ slices: [{ id: 'sli_1', segments: [segment('seg_1', { passengers })] }] }).fareKey;
    const [checked, carryOn] = [
      { type: 'checked', quantity: 1 },
      { type: 'carry_on', quantity: 1 },
    ];
    const both = key({ baggages: [checked, carryOn] });
    expect(key({ baggages: [carryOn, checked] })).toBe(both);
    expect(key({ baggages: [checked] })).not.toBe(both);
    expect(key({ baggages: [checked] })).not.toBe(key({ baggages: [carryOn] }));
    expect(key({ baggages: [checked] })).not.toBe(key({ baggages: [{ ...checked, quantity: 2 }] }));
    expect(key({ cabin_class: 'economy' })).not.toBe(key({ cabin_class: 'business' }));
    expect(key()).toBe(key({}));
  });
});
