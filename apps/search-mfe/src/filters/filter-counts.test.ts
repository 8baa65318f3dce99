import type { Offer } from '@fareline/contracts';
import { sampleCarrier, sampleConditions, sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { groupItineraries, type Itinerary } from '../offers/itineraries.ts';
import { countFilterValues, flagValue, formatFlights, noFlights } from './filter-counts.ts';
import { filterGroups, type FilterContext, type GroupKey } from './filter-groups.ts';
import { dayBands, noFilters, type Filters } from './filter-model.ts';
import { createFilterMatcher } from './filter-matcher.ts';
import { getFilterOptions } from './filter-options.ts';
import { getPriceRange } from './price-range.ts';

/** Pseudo-random numbers below a limit, the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

interface ListOptions {
  seed: number;
  flights: number;
  fares: number;
  currency: string;
  isRoundTrip: boolean;
}

/** A list with several airports per city, unknown times, airlines without a code, and unknown bag prices. */
function createList({ seed, flights, fares, currency, isRoundTrip }: ListOptions): Offer[] {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[random(values.length)]!;
  const time = () =>
    `2027-03-01T${String(random(24)).padStart(2, '0')}:${String(random(60)).padStart(2, '0')}:00`;
  const slice = (from: readonly string[], to: readonly string[]) => {
    const stops = pick([[], ['AMS'], ['AMS', 'DXB'], ['IST'], ['DXB', 'IST', 'BOS']]);
    const created = sampleSlice(pick(from), pick(to), {
      stops,
      airlines: ['BA'],
      departs: time(),
      arrives: time(),
    });
    for (const segment of created.segments) {
      segment.marketing_carrier = sampleCarrier(pick(['BA', 'LH', 'KL', 'TP', 'ET']));
      if (random(12) === 0) segment.marketing_carrier = { name: 'Unknown', iata_code: null, logo_url: null };
      if (random(12) === 0) segment.departing_at = null;
      if (random(12) === 0) segment.arriving_at = null;
    }
    return created;
  };
  const [home, away] = [
    ['LHR', 'LGW', 'STN'],
    ['JFK', 'EWR'],
  ];
  return Array.from({ length: flights }, (_, flight) => {
    const slices = isRoundTrip ? [slice(home, away), slice(away, home)] : [slice(home, away)];
    slices[0]!.segments[0]!.flight_number = `XX${flight}`;
    return Array.from({ length: 1 + random(fares) }, (__, fare) => {
      const bag = pick(['included', 'paid', 'unknown'] as const);
      return sampleOffer({
        id: `off_${flight}_${fare}`,
        total_amount: `${100 + random(900)}${currency === 'JPY' ? '' : `.${10 + random(90)}`}`,
        total_currency: currency,
        slices,
        conditions: sampleConditions({ refundable: pick([true, false, null]) }),
        available_services:
          bag === 'included'
            ? [
                {
                  ...{ id: 'ser', name: 'Bag', description: '', type: 'baggage' },
                  total_amount: '0',
                  total_currency: null,
                },
              ]
            : [],
        checked_bag: { status: bag, total_amount: bag === 'paid' ? String(30 + random(60)) : null },
        total_emissions_kg: pick([null, '400', '500', '600', '700']),
      });
    });
  }).flat();
}

const lists: [string, ListOptions, FilterContext][] = [
  [
    'USD',
    { seed: 7, flights: 60, fares: 4, currency: 'USD', isRoundTrip: true },
    { withBag: false, medianEmissions: 550 },
  ],
  [
    'JPY with a bag',
    { seed: 21, flights: 40, fares: 6, currency: 'JPY', isRoundTrip: false },
    { withBag: true, medianEmissions: 600 },
  ],
  [
    'EUR without a median',
    { seed: 99, flights: 80, fares: 2, currency: 'EUR', isRoundTrip: true },
    { withBag: true, medianEmissions: null },
  ],
];

const airports = ['LHR', 'LGW', 'STN', 'JFK', 'EWR'];
/** Values of each group, some of which no list has. */
const values: Partial<Record<GroupKey, readonly string[]>> = {
  stops: ['0', '1', '2+'],
  refundable: [flagValue],
  baggage: [flagValue],
  lowEmissions: [flagValue],
  airlines: ['BA', 'LH', 'KL', 'TP', 'ET', 'AA'],
  departure: dayBands,
  arrival: dayBands,
  layovers: ['AMS', 'DXB', 'IST', 'BOS', 'LHR'],
  originAirports: airports,
  destinationAirports: airports,
};
/** The filter that chooses a value alone. */
const chooseOnly = (group: string, value: string): Partial<Filters> =>
  group === 'layovers' ? { via: [value], avoid: [] } : { [group]: value === flagValue || [value] };

/** Counts itineraries with a matching fare and reads the lowest price of these fares, from the offers as they came. */
function recompute(itineraries: Itinerary[], { withBag }: FilterContext, isMatch: (offer: Offer) => boolean) {
  const matching = itineraries.map(({ fares }) => fares.filter(isMatch)).filter((fares) => fares.length > 0);
  const prices = matching
    .flat()
    .flatMap(({ total_amount, total_currency, checked_bag: { status, total_amount: bag } }) => {
      if (withBag && status === 'unknown') return [];
      const factor = total_currency === 'JPY' ? 1 : 100;
      return Math.round((Number(total_amount) + (withBag && status === 'paid' ? Number(bag) : 0)) * factor);
    });
  return { count: matching.length, from: prices.length > 0 ? Math.min(...prices) : undefined };
}

const otherFilters: Partial<Filters>[] = [
  {},
  { stops: ['0', '1'], refundable: true },
  { airlines: ['BA', 'KL'], avoid: ['IST'], times: { departOutbound: [300, 1200] } },
  { price: [200, 800], departure: ['morning', 'evening'], originAirports: ['LHR', 'LGW'] },
];

describe('countFilterValues', () => {
  it.each(lists)(
    '[LIST-01] [FILTER-08] counts and prices of every value are those of the list with that value: %s',
    (_, options, context) => {
      const itineraries = groupItineraries(createList(options));
      expect(itineraries).toHaveLength(options.flights);
      for (const changes of otherFilters) {
        const filters = { ...noFilters, ...changes };
        const { groups, matching } = countFilterValues(itineraries, filters, context);
        const list = (chosen: Filters) =>
          recompute(itineraries, context, createFilterMatcher(chosen, context));
        expect(matching).toMatchObject(list(filters));
        let withFlights = 0;
        for (const [group, of] of Object.entries(values) as [GroupKey, readonly string[]][])
          for (const value of of) {
            const counted = groups[group].values.get(value) ?? noFlights;
            const alone = { ...filterGroups[group].clear(filters), ...chooseOnly(group, value) };
            expect(counted, `${group} ${value} with ${JSON.stringify(changes)}`).toMatchObject(list(alone));
            if (counted.count > 0) withFlights += 1;
          }
        expect(withFlights).toBeGreaterThan(10);
        for (const [key, group] of Object.entries(filterGroups))
          expect(groups[key as GroupKey].cleared, key).toMatchObject(list(group.clear(filters)));
      }
    },
  );

  it('[LIST-01] counts nothing without offers', () => {
    const { groups, matching } = countFilterValues([], noFilters, { withBag: false });
    expect(matching).toMatchObject(noFlights);
    expect(Object.values(groups).map(({ values }) => values.size)).toEqual(
      Object.values(groups).map(() => 0),
    );
    expect(getFilterOptions([])).toMatchObject({
      currency: 'USD',
      layovers: [],
      originAirports: [],
      times: {},
    });
    expect(getPriceRange([], false)).toBeUndefined();
  });

  it('[FILTER-08] counts an itinerary once, although two of its fares match, with the cheapest of them', () => {
    const fares = ['300', '250', '200'].map((total_amount) =>
      sampleOffer({
        id: total_amount,
        total_amount,
        conditions: sampleConditions({ refundable: total_amount !== '200' }),
      }),
    );
    const { groups } = countFilterValues([{ key: 'one', fares }], noFilters, { withBag: false });
    expect(groups.refundable.values.get(flagValue)).toMatchObject({ count: 1, from: 25_000 });
  });

  it('[LIST-01] has no price if it cannot be parsed or if no bag price is known', () => {
    const count = (offer: Offer, withBag: boolean) =>
      countFilterValues([{ key: 'one', fares: [offer] }], noFilters, { withBag }).matching;
    expect(formatFlights(count(sampleOffer({ total_amount: 'free' }), false), 'USD')).toBe('1 flight');
    expect(formatFlights(count(sampleOffer(), true), 'USD')).toBe('1 flight');
    expect(formatFlights(count(sampleOffer({ total_amount: '389.50' }), false), 'USD')).toBe(
      '1 flight from $389.50',
    );
    expect(formatFlights({ count: 23, from: 48_000 }, 'JPY')).toBe('23 flights from ¥48,000');
    expect(formatFlights({ count: 2, from: 100 }, '')).toBe('2 flights from $1');
  });
});
