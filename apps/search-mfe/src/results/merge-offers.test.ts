import { describe, expect, it } from 'vitest';
import { sampleOffer } from '../testing/sample-offer.ts';
import { addPage, firstPageOf, hasMoreThanFirstPage, mergeOffers, nextPage } from './merge-offers.ts';
import { readSearchResponse } from './read-search-response.ts';
import { sortOffers } from './sort-offers.ts';
import { slice } from '../testing/sample-offer.ts';

const ids = (offers: { id: string }[]) => offers.map(({ id }) => id);
const list = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => sampleOffer(`off_${from + n}`, String(100 + from + n)));

describe('paging', () => {
  it.each([
    [0, 1],
    [30, 1],
    [100, 2],
    [130, 2],
    [200, 3],
  ])('[RESULTS-16] after %i offers comes page %i', (loaded, page) => expect(nextPage(loaded)).toBe(page));

  it('[RESULTS-17] whatever was loaded, the list is the cheapest of the search, each once', () => {
    const all = list(0, 250);
    let results = { offers: all.slice(0, 30), total: 250 };
    for (const expected of [100, 200, 250]) {
      const start = (nextPage(results.offers.length) - 1) * 100;
      results = addPage(results, { offers: all.slice(start, start + 100), total: 250 });
      expect(ids(results.offers)).toEqual(ids(all.slice(0, expected)));
    }
  });

  it('[RESULTS-17] prices are compared as amounts, not as text, and a later copy of an offer wins', () => {
    const merged = mergeOffers(
      [sampleOffer('b', '1000'), sampleOffer('a', '99.90')],
      [sampleOffer('c', '100'), sampleOffer('b', '100.01')],
    );
    expect(merged.map(({ id, total_amount }) => [id, total_amount])).toEqual([
      ['a', '99.90'],
      ['c', '100'],
      ['b', '100.01'],
    ]);
  });

  it('[RESULTS-19] more than 30 lead back to the first 30', () => {
    const results = { offers: list(0, 31), total: 99 };
    expect(hasMoreThanFirstPage(results)).toBe(true);
    expect(hasMoreThanFirstPage(firstPageOf(results))).toBe(false);
    expect(firstPageOf(results).total).toBe(99);
  });

  it.each([
    [{ offers: [1], total_count: 7 }, 7],
    [{ offers: [1], totalCount: 8 }, 8],
    [{ data: [1], meta: { total: 9 } }, 9],
    [{ offers: [1] }, 1],
    [null, 0],
  ])('[API-02] reads %j', (answer, total) => expect(readSearchResponse(answer).total).toBe(total));

  it('[RESULTS-14] orders by price both ways and by duration, unknown durations last', () => {
    const offers = [
      sampleOffer('slow', '90', { slices: [slice('LHR', 'JFK', { duration: 'PT20H' })] }),
      sampleOffer('unknown', '100', { slices: [{ ...slice('LHR', 'JFK'), duration: null }] }),
      sampleOffer('fast', '1000', { slices: [slice('LHR', 'JFK', { duration: 'PT7H' })] }),
    ];
    expect(ids(sortOffers(offers, 'price-asc'))).toEqual(['slow', 'unknown', 'fast']);
    expect(ids(sortOffers(offers, 'price-desc'))).toEqual(['fast', 'unknown', 'slow']);
    expect(ids(sortOffers(offers, 'duration'))).toEqual(['fast', 'slow', 'unknown']);
  });
});
