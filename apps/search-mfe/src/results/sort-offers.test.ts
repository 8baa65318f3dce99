import type { CheckedBag, Offer } from '@fareline/contracts';
import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { getSortBaseline, sortOffers, type SortOrder } from './sort-offers.ts';

const offer = (id: string, price: string, duration: string | null, bag?: string | CheckedBag['status']) => {
  const status = bag === 'included' || bag === undefined ? (bag ?? 'unknown') : 'paid';
  return sampleOffer({
    id,
    total_amount: price,
    slices: [{ ...sampleSlice('LHR', 'JFK'), duration }],
    checked_bag: { status, total_amount: status === 'paid' ? (bag ?? null) : null },
  });
};
const sorted = (
  offers: Offer[],
  order: SortOrder,
  { withBag = false, shortest = null as number | null } = {},
) => sortOffers(offers, order, getSortBaseline(offers, withBag, shortest)).map(({ id }) => id);

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
