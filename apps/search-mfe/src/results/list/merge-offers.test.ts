import { sampleOffer } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { mergeResponse, toInitialResults, isWhole, mergeOffers, getNextPage } from './merge-offers.ts';
import { parseSearchResponse, type ParsedSearchResponse } from '../progress/parse-search-response.ts';

const ids = (offers: { id: string }[]) => offers.map(({ id }) => id);
const createOffers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) =>
    sampleOffer({ id: `off_${from + n}`, total_amount: String(100 + from + n) }),
  );

const createResponse = (
  offers: ParsedSearchResponse['offers'],
  total: number,
  changes: Partial<ParsedSearchResponse> = {},
): ParsedSearchResponse => ({
  searchId: 'one',
  searchedAt: '2026-11-20T10:00:00Z',
  offers,
  total,
  ...changes,
});
const newer = { searchId: 'two', searchedAt: '2026-11-20T10:06:00Z' };

describe('merging a response into the results', () => {
  const first = { ...toInitialResults(createResponse(createOffers(0, 30), 140)), maxCards: 130 };

  it('[LIST-01] replaces the first page with the whole list and keeps the number of cards', () => {
    const whole = mergeResponse(first, createResponse(createOffers(0, 140), 140));
    expect([whole.offers.length, whole.total, whole.maxCards, whole.isReplacement]).toEqual([
      140,
      140,
      130,
      false,
    ]);
    expect([isWhole(first), isWhole(whole)]).toEqual([false, true]);
  });

  it('[LIST-01] drops an offer of the first page that the whole list no longer has', () => {
    const whole = mergeResponse(first, createResponse(createOffers(1, 140), 139));
    expect([whole.offers[0]?.id, whole.total]).toEqual(['off_1', 139]);
  });

  it('[RESULTS-17] replaces everything with the whole list of a newer search, and marks the replacement until the next refresh', () => {
    const replaced = mergeResponse(first, createResponse(createOffers(500, 536), 36, newer));
    expect([ids(replaced.offers), replaced.total, replaced.maxCards, replaced.isReplacement]).toEqual([
      ids(createOffers(500, 536)),
      36,
      130,
      true,
    ]);
    expect(mergeResponse(replaced, createResponse(createOffers(500, 536), 36, newer)).isReplacement).toBe(
      true,
    );
  });

  it('[RESULTS-17] ignores a page of another search and the whole list of an older one', () => {
    expect(mergeResponse(first, createResponse(createOffers(500, 600), 136, newer))).toBe(first);
    const old = { searchId: 'zero', searchedAt: '2026-11-20T09:00:00Z' };
    expect(mergeResponse(first, createResponse(createOffers(500, 510), 10, old))).toBe(first);
  });

  it('[RESULTS-17] ignores a page that arrives after the whole list', () => {
    const whole = mergeResponse(first, createResponse(createOffers(0, 140), 140));
    expect(mergeResponse(whole, createResponse(createOffers(0, 100), 140))).toBe(whole);
  });

  it('[LIST-01] counts 5,000 offers as the whole list of a longer one', () => {
    const many = { length: 5000 } as ParsedSearchResponse['offers'];
    expect(isWhole(createResponse(many, 6000))).toBe(true);
  });
});

describe('paging', () => {
  it.each([
    [0, 1],
    [30, 1],
    [100, 2],
    [130, 2],
    [200, 3],
  ])('[RESULTS-16] fetches after %i offers page %i', (loaded, page) =>
    expect(getNextPage(loaded)).toBe(page),
  );

  it('[RESULTS-17] holds after every page the cheapest offers of the search, each once', () => {
    const all = createOffers(0, 250);
    let results = toInitialResults(createResponse(all.slice(0, 30), 250));
    for (const expected of [100, 200, 250]) {
      const start = (getNextPage(results.offers.length) - 1) * 100;
      results = mergeResponse(results, createResponse(all.slice(start, start + 100), 250));
      expect(ids(results.offers)).toEqual(ids(all.slice(0, expected)));
    }
  });

  it('[RESULTS-17] compares prices as amounts, not as text, and keeps the later copy of an offer', () => {
    const merged = mergeOffers(
      [sampleOffer({ id: 'b', total_amount: '1000' }), sampleOffer({ id: 'a', total_amount: '99.90' })],
      [sampleOffer({ id: 'c', total_amount: '100' }), sampleOffer({ id: 'b', total_amount: '100.01' })],
    );
    expect(merged.map(({ id, total_amount }) => [id, total_amount])).toEqual([
      ['a', '99.90'],
      ['c', '100'],
      ['b', '100.01'],
    ]);
  });

  it.each([
    [undefined, 30],
    [0, 100],
    [30, 130],
    [100, 200],
    [1e9, 5100],
  ])('[RESULTS-05] shows for previousCount %s at most %i cards', (previousCount, maxCards) =>
    expect(toInitialResults(createResponse([], 0), previousCount).maxCards).toBe(maxCards),
  );

  it.each([
    [{ offers: [1], total_count: 7 }, 7],
    [{ offers: [1], totalCount: 8 }, 8],
    [{ data: [1], meta: { total: 9 } }, 9],
    [{ offers: [1] }, 1],
    [null, 0],
  ])('[API-02] parses %j', (response, total) => expect(parseSearchResponse(response).total).toBe(total));
});
