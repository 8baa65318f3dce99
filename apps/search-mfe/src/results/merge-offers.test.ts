import { describe, expect, it } from 'vitest';
import { sampleOffer } from '../testing/sample-offer.ts';
import { addPage, firstPageOf, hasMoreThanFirstPage, mergeOffers, nextPage } from './merge-offers.ts';
import { readSearchResponse, type SearchResults } from './read-search-response.ts';

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
    let results: SearchResults = { offers: all.slice(0, 30), total: 250 };
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

  it('a longer list is as old as its oldest page', () => {
    const first = { offers: list(0, 1), total: 9, searchedAt: 'at ten' };
    expect(addPage(first, { offers: [], total: 9, searchedAt: 'at eleven' }).searchedAt).toBe('at ten');
  });

  it.each([
    [{ offers: [1], total_count: 7 }, 7],
    [{ offers: [1], totalCount: 8 }, 8],
    [{ data: [1], meta: { total: 9 } }, 9],
    [{ offers: [1] }, 1],
    [null, 0],
  ])('[API-02] reads %j', (answer, total) => expect(readSearchResponse(answer).total).toBe(total));
});
