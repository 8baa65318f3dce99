import { describe, expect, it } from 'vitest';
import { sampleOffer } from '../testing/sample-offer.ts';
import { mergeResponse, toInitialResults, isWhole, mergeOffers, getNextPage } from './merge-offers.ts';
import { parseSearchResponse, type ParsedSearchResponse } from './parse-search-response.ts';

const ids = (offers: { id: string }[]) => offers.map(({ id }) => id);
const list = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => sampleOffer(`off_${from + n}`, String(100 + from + n)));

const answer = (
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

describe('the whole list', () => {
  const first = { ...toInitialResults(answer(list(0, 30), 140)), cards: 130 };

  it('[LIST-01] takes the place of its first page, and keeps the number of cards', () => {
    const whole = mergeResponse(first, answer(list(0, 140), 140));
    expect([whole.offers.length, whole.total, whole.cards, whole.isRenewed]).toEqual([140, 140, 130, false]);
    expect([isWhole(first), isWhole(whole)]).toEqual([false, true]);
  });

  it('[LIST-01] is what the service still has: an offer that ended meanwhile is not kept from the first page', () => {
    const whole = mergeResponse(first, answer(list(1, 140), 139));
    expect([whole.offers[0]?.id, whole.total]).toEqual(['off_1', 139]);
  });

  it('[D61] of a newer search takes the place of everything, and says so until the next refresh', () => {
    const renewed = mergeResponse(first, answer(list(500, 536), 36, newer));
    expect([ids(renewed.offers), renewed.total, renewed.cards, renewed.isRenewed]).toEqual([
      ids(list(500, 536)),
      36,
      130,
      true,
    ]);
    expect(mergeResponse(renewed, answer(list(500, 536), 36, newer)).isRenewed).toBe(true);
  });

  it('[D61] a part of another search is never merged, and an older one never shown', () => {
    expect(mergeResponse(first, answer(list(500, 600), 136, newer))).toBe(first);
    const old = { searchId: 'zero', searchedAt: '2026-11-20T09:00:00Z' };
    expect(mergeResponse(first, answer(list(500, 510), 10, old))).toBe(first);
  });

  it('[RESULTS-17] a page that comes after the whole list changes nothing', () => {
    const whole = mergeResponse(first, answer(list(0, 140), 140));
    expect(mergeResponse(whole, answer(list(0, 100), 140))).toBe(whole);
  });

  it('[LIST-01] of more than 5,000 offers ends there', () => {
    const many = { length: 5000 } as ParsedSearchResponse['offers'];
    expect(isWhole(answer(many, 6000))).toBe(true);
  });
});

describe('paging', () => {
  it.each([
    [0, 1],
    [30, 1],
    [100, 2],
    [130, 2],
    [200, 3],
  ])('[RESULTS-16] after %i offers comes page %i', (loaded, page) => expect(getNextPage(loaded)).toBe(page));

  it('[RESULTS-17] whatever was loaded, the list is the cheapest of the search, each once', () => {
    const all = list(0, 250);
    let results = toInitialResults(answer(all.slice(0, 30), 250));
    for (const expected of [100, 200, 250]) {
      const start = (getNextPage(results.offers.length) - 1) * 100;
      results = mergeResponse(results, answer(all.slice(start, start + 100), 250));
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

  it.each([
    [undefined, 30],
    [0, 100],
    [30, 130],
    [100, 200],
    [1e9, 5100],
  ])('[RESULTS-05] a list that counts from %s shows %i cards at most', (previousCount, cards) =>
    expect(toInitialResults(answer([], 0), previousCount).cards).toBe(cards),
  );

  it.each([
    [{ offers: [1], total_count: 7 }, 7],
    [{ offers: [1], totalCount: 8 }, 8],
    [{ data: [1], meta: { total: 9 } }, 9],
    [{ offers: [1] }, 1],
    [null, 0],
  ])('[API-02] reads %j', (answer, total) => expect(parseSearchResponse(answer).total).toBe(total));
});
