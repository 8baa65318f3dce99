import type { CheckedBag, Offer } from '@fareline/contracts';
import { sampleConditions, sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { noFilters } from '../../filters/filter-model.ts';
import { filterItineraries } from './filter-itineraries.ts';
import { getSortBaseline, sortItineraries, type SortOrder } from './sort-itineraries.ts';

const offer = (id: string, price: string, duration: string | null, bag?: string | CheckedBag['status']) => {
  const status = bag === 'included' || bag === undefined ? (bag ?? 'unknown') : 'paid';
  return sampleOffer({
    id,
    total_amount: price,
    slices: [{ ...sampleSlice('LHR', 'JFK'), duration }],
    checked_bag: { status, total_amount: status === 'paid' ? (bag ?? null) : null },
  });
};
/** The ids of itineraries with one fare each, which have the id of that fare. */
function sorted(
  offers: Offer[],
  order: SortOrder,
  { withBag = false, shortest = null as number | null } = {},
): string[] {
  const itineraries = offers.map((offer) => ({ key: offer.id, fares: [offer] }));
  const baseline = getSortBaseline(itineraries, withBag, shortest);
  return sortItineraries(itineraries, order, baseline).map(({ key }) => key);
}

describe('sort order', () => {
  const offers = [
    offer('slow', '90', 'PT20H'),
    offer('unknown', '100', null),
    offer('fast', '1000', 'PT7H'),
    offer('middle', '120', 'PT9H'),
  ];

  it('[RESULTS-14] sorts by price in both directions and by duration, unknown durations last', () => {
    expect(sorted(offers, 'price-asc')).toEqual(['slow', 'unknown', 'middle', 'fast']);
    expect(sorted(offers, 'price-desc')).toEqual(['fast', 'middle', 'unknown', 'slow']);
    expect(sorted(offers, 'duration')).toEqual(['fast', 'middle', 'slow', 'unknown']);
  });

  it('[RESULTS-14] sorts offers of the same duration by price', () =>
    expect(sorted([offer('dear', '200', 'PT7H'), offer('cheap', '90', 'PT7H')], 'duration')).toEqual([
      'cheap',
      'dear',
    ]));

  it('scores Best by price relative to the cheapest and duration relative to the fastest, with equal weight', () => {
    expect(sorted(offers, 'best')).toEqual(['middle', 'slow', 'fast', 'unknown']);
  });

  it('uses for Best the fastest offer of the whole search, even if it is not loaded', () => {
    const pair = [offer('cheap', '100', 'PT20H'), offer('quick', '190', 'PT10H')];
    // 1 + 2 against 1.9 + 1 while the fastest takes ten hours; 1 + 4 against 1.9 + 2 when it takes five.
    expect(sorted(pair, 'best')).toEqual(['quick', 'cheap']);
    const close = [offer('cheap', '100', 'PT20H'), offer('quick', '220', 'PT10H')];
    expect(sorted(close, 'best')).toEqual(['cheap', 'quick']);
    expect(sorted(close, 'best', { shortest: 300 })).toEqual(['quick', 'cheap']);
  });

  it('sorts an empty list, and offers whose price or duration is zero or unknown', () => {
    expect(sorted([], 'best')).toEqual([]);
    expect(sorted([offer('free', '0', 'PT0M'), offer('odd', 'much', null)], 'best')).toEqual(['free', 'odd']);
  });

  it('[RESULTS-14] sorts by departure and by CO2, equal ones by price, unknown ones last', () => {
    const flight = (id: string, price: string, departs: string | null, kilograms: string | null) => {
      const each = offer(id, price, 'PT8H');
      each.slices[0]!.segments[0]!.departing_at = departs;
      each.slices.push(sampleSlice('JFK', 'LHR'));
      return { ...each, total_emissions_kg: kilograms };
    };
    const flights = [
      flight('unknown', '90', null, null),
      flight('unknown too', '80', null, 'much'),
      flight('noon', '100', '2026-12-05T12:00:00', '400'),
      flight('morning', '120', '2026-12-05T06:05:00', '600'),
      flight('morning, cheaper', '110', '2026-12-05T06:05:00', '350'),
      flight('night before', '130', '2026-12-04T23:55:00', '400'),
    ];
    const unknown = ['unknown too', 'unknown'];
    expect(sorted(flights, 'departure')).toEqual([
      ...['night before', 'morning, cheaper', 'morning', 'noon'],
      ...unknown,
    ]);
    expect(sorted(flights, 'co2')).toEqual([
      ...['morning, cheaper', 'noon', 'night before', 'morning'],
      ...unknown,
    ]);
  });

  it('[RESULTS-14] [LIST-02] sorts itineraries by the cheapest fare that matches the filters', () => {
    const refundable = (fare: Offer) => ({ ...fare, conditions: sampleConditions({ refundable: true }) });
    const itineraries = [
      { key: 'a', fares: [offer('a', '100', 'PT8H'), refundable(offer('a-flex', '300', 'PT8H'))] },
      { key: 'b', fares: [refundable(offer('b', '200', 'PT8H')), offer('b-more', '400', 'PT8H')] },
      { key: 'c', fares: [offer('c', '50', 'PT8H')] },
    ];
    const context = { withBag: false, medianEmissions: null };
    const matching = filterItineraries(itineraries, { ...noFilters, refundable: true }, context);
    const baseline = getSortBaseline(itineraries, false, null);
    expect(
      sortItineraries(matching, 'price-asc', baseline).map(({ fares }) => fares.map(({ id }) => id)),
    ).toEqual([['b'], ['a-flex']]);
    expect(filterItineraries(itineraries, noFilters, context)).toEqual(itineraries);
  });

  it.each<[SortOrder, string[]]>([
    ['price-asc', ['included', 'dear bag', 'does not tell']],
    ['price-desc', ['dear bag', 'included', 'does not tell']],
    ['best', ['included', 'dear bag', 'does not tell']],
    ['duration', ['does not tell', 'included', 'dear bag']],
  ])('sorts %s with a checked bag by the price including the bag, unknown prices last', (order, expected) => {
    const bags = [
      offer('does not tell', '80', 'PT5H'),
      offer('dear bag', '100', 'PT9H', '61.50'),
      offer('included', '140', 'PT8H', 'included'),
    ];
    expect(sorted(bags, order, { withBag: true })).toEqual(expected);
  });
});
