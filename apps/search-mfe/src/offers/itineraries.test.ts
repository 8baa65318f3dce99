import type { Conditions, Offer } from '@fareline/contracts';
import { sampleConditions, sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { getCheapestFare, groupItineraries } from './itineraries.ts';

interface FareOptions {
  price: string;
  name?: string | null;
  cabins?: (string | null)[];
  cabinName?: string;
  /** Numbers of cabin and checked bags. */
  bags?: [number, number];
  conditions?: Partial<Conditions>;
  flight?: string;
}

const known = { refundable: false, changeable: false };

/** A fare with known terms of a flight with one stop: economy, without bags, not changeable and not refundable. */
function fare(id: string, options: FareOptions): Offer {
  const { price, name = 'Basic', cabins = [], bags = [0, 0], conditions, flight = 'BA1' } = options;
  const slice = sampleSlice('LHR', 'JFK', { stops: ['AMS'] });
  slice.fare_brand_name = name;
  slice.segments.forEach((segment, index) => {
    const cabin = cabins[index];
    segment.flight_number = `${flight}${index}`;
    segment.cabin_class = cabin === undefined ? 'economy' : cabin;
    segment.cabin_name = options.cabinName ?? null;
  });
  return sampleOffer({
    ...{ id, total_amount: price, slices: [slice] },
    conditions: sampleConditions({ ...known, ...conditions }),
    included_bags: { cabin: bags[0], checked: bags[1] },
  });
}

/** The ids of the fares of each itinerary. */
const idsOf = (offers: Offer[]) => groupItineraries(offers).map(({ fares }) => fares.map(({ id }) => id));

describe('groupItineraries', () => {
  it('[LIST-02] has one itinerary per flight, in order of the cheapest fare, its fares price ascending', () => {
    const offers = [
      fare('b-flex', { price: '300', flight: 'BA2', conditions: { refundable: true } }),
      fare('a-flex', { price: '250', conditions: { refundable: true } }),
      fare('b', { price: '100', flight: 'BA2' }),
      fare('a', { price: '99.50' }),
    ];
    expect(idsOf(offers)).toEqual([
      ['a', 'a-flex'],
      ['b', 'b-flex'],
    ]);
    expect(new Set(groupItineraries(offers).map(({ key }) => key)).size).toBe(2);
    expect(idsOf([])).toEqual([]);
  });

  it('[LIST-02] keeps the given order of itineraries of one price', () => {
    const offers = ['BA3', 'BA1', 'BA2'].map((flight) => fare(flight, { price: '100', flight }));
    expect(idsOf(offers)).toEqual([['BA3'], ['BA1'], ['BA2']]);
  });
});

it('[LIST-02] the cheapest fare with a bag is the first of a known price, else the first', () => {
  const fares = (['unknown', 'included', 'paid'] as const).map((status) => ({
    ...fare(status, { price: '100' }),
    checked_bag: { status, total_amount: status === 'paid' ? '0' : null },
  }));
  expect(getCheapestFare(fares, true).id).toBe('included');
  expect(getCheapestFare(fares, false).id).toBe('unknown');
  expect(getCheapestFare(fares.slice(0, 1), true).id).toBe('unknown');
});

const usd = (fee: string | null) => ({
  refundable: true,
  refund_penalty_amount: fee,
  refund_penalty_currency: fee && 'USD',
});
const changeFee = (fee: string | null, currency = 'USD') => ({
  changeable: true,
  change_penalty_amount: fee,
  change_penalty_currency: fee && currency,
});

describe('dominated fares', () => {
  it.each<[string, Partial<FareOptions>, Partial<FareOptions>]>([
    ['equal terms', {}, {}],
    ['another name alone', {}, { name: 'Plus' }],
    ['a lower cabin on one flight', { cabins: ['economy', 'business'] }, {}],
    ['fewer checked bags', { bags: [1, 1] }, { bags: [1, 0] }],
    ['fewer cabin bags', { bags: [1, 0] }, {}],
    ['no refund', { conditions: usd('50') }, {}],
    ['a higher refund fee', { conditions: usd('50') }, { conditions: usd('60') }],
    ['the same refund fee', { conditions: usd('50') }, { conditions: usd('50') }],
    ['no changes, against an unknown fee', { conditions: changeFee(null) }, {}],
    ['a change fee against none', { conditions: changeFee('0', 'EUR') }, { conditions: changeFee('60') }],
    ['the same unknown term and name', { conditions: usd(null) }, { conditions: usd(null) }],
  ])('[LIST-03] leaves out a dearer fare with %s', (_, cheap, dear) => {
    expect(
      idsOf([fare('cheap', { price: '100', ...cheap }), fare('dear', { price: '101', ...dear })]),
    ).toEqual([['cheap']]);
  });

  it.each<[string, Partial<FareOptions>, Partial<FareOptions>]>([
    ['a better cabin on one flight', {}, { cabins: ['economy', 'premium_economy'] }],
    [
      'a better cabin on one flight, a worse one on the other',
      { cabins: ['business'] },
      { cabins: ['economy', 'first'] },
    ],
    ['another cabin name', { cabinName: 'Main' }, { cabinName: 'Main Extra' }],
    ['a checked bag more, a cabin bag less', { bags: [1, 0] }, { bags: [0, 1] }],
    ['a refund', {}, { conditions: usd('60') }],
    ['a lower refund fee', { conditions: usd('60') }, { conditions: usd('59.99') }],
    [
      'a change fee in another currency',
      { conditions: changeFee('60') },
      { conditions: changeFee('80', 'EUR') },
    ],
    ['an unknown cabin', {}, { cabins: [null] }],
    ['a known cabin against an unknown one', { cabins: [null] }, {}],
    ['unknown changes', {}, { conditions: { changeable: null } }],
    ['no changes against unknown ones', { conditions: { changeable: null } }, {}],
    ['a known fee against an unknown one', { conditions: usd(null) }, { conditions: usd('60') }],
    ['an unknown fee against a known one', { conditions: usd('60') }, { conditions: usd(null) }],
    [
      'the same unknown term and another name',
      { conditions: usd(null) },
      { conditions: usd(null), name: 'Flex' },
    ],
  ])('[LIST-03] keeps a dearer fare with %s', (_, cheap, dear) => {
    expect(
      idsOf([fare('cheap', { price: '100', ...cheap }), fare('dear', { price: '101', ...dear })]),
    ).toEqual([['cheap', 'dear']]);
  });

  it('[LIST-03] keeps a fare with a bag in one direction only', () => {
    const returning = (id: string, price: string, checked: number) => {
      const offer = fare(id, { price });
      const back = { ...sampleSlice('JFK', 'LHR'), included_bags: { cabin: 0, checked } };
      return { ...offer, slices: [...offer.slices, back] };
    };
    expect(idsOf([returning('without', '100', 0), returning('with', '110', 1)])).toEqual([
      ['without', 'with'],
    ]);
    expect(idsOf([returning('with', '100', 1), returning('without', '110', 0)])).toEqual([['with']]);
  });

  it('[LIST-03] keeps one of several fares with equal terms and price, the better one of two for one price', () => {
    const equal = ['1', '2', '3'].map((id) => fare(id, { price: '100' }));
    expect(idsOf(equal)).toEqual([['1']]);
    expect(idsOf([fare('worse', { price: '100' }), fare('better', { price: '100', bags: [0, 1] })])).toEqual([
      ['better'],
    ]);
  });

  it('[LIST-03] does not compare prices in different currencies', () => {
    const other = { ...fare('other', { price: '101' }), total_currency: 'EUR' };
    expect(idsOf([fare('cheap', { price: '100' }), other])).toEqual([['cheap', 'other']]);
  });

  it('[LIST-03] compares fares of one itinerary only', () => {
    const offers = [fare('a', { price: '100' }), fare('b', { price: '200', flight: 'BA2' })];
    expect(idsOf(offers)).toEqual([['a'], ['b']]);
  });
});
