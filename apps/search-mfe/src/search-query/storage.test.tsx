import { sampleOffer } from '@fareline/contracts/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPreviousResults, savePreviousResults } from '../results/progress/previous-results-storage.ts';
import { readLastSearch, saveLastSearch } from './last-search-storage.ts';
import { parseSearchUrl, toSearchRequest } from './search-query.ts';
import { readTripType, saveTripType } from './trip-type-storage.ts';

const { query } = parseSearchUrl(new URLSearchParams('origin=LHR&destination=JFK&departureDate=2026-12-05'));

describe('browser storage', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => vi.restoreAllMocks());

  it('[STORE-02] logs and otherwise ignores a browser that blocks storage', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const block = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: block, setItem: block });
    expect(readTripType()).toBe('round-trip');
    expect(() => saveTripType('one-way')).not.toThrow();
    expect(() => saveLastSearch(query)).not.toThrow();
    expect(readLastSearch()).toBeUndefined();
    expect(warn.mock.calls).toEqual([
      ['The last trip type could not be read', expect.any(DOMException)],
      ['The last trip type could not be saved', expect.any(DOMException)],
      ['The last search could not be saved', expect.any(DOMException)],
      ['The last search could not be read', expect.any(DOMException)],
    ]);
    vi.unstubAllGlobals();
  });

  it.each([null, 'multi-city', '', '{"a":1}'])('[STORE-01] reads %s as round-trip', (stored) => {
    if (stored !== null) localStorage.setItem('lastTripType', stored);
    expect(readTripType()).toBe('round-trip');
  });

  it('prerenders round-trip without reading the storage', () => {
    saveTripType('one-way');
    vi.stubGlobal('window', undefined);
    expect(readTripType()).toBe('round-trip');
    vi.unstubAllGlobals();
  });

  it('[STORE-01] stores the trip type as plain text', () => {
    saveTripType('one-way');
    expect(localStorage.getItem('lastTripType')).toBe('one-way');
    expect(readTripType()).toBe('one-way');
  });

  it.each([
    { destination: 'LHR' },
    { destination: 'J' },
    { infantsCount: 2 },
    { departureDate: '2026-02-31' },
  ])('[STORE-03] keeps the last valid search when one with %o is saved', (changes) => {
    saveLastSearch(query);
    const stored = localStorage.getItem('lastSearchParams');
    expect(stored).toBe(JSON.stringify(toSearchRequest(query)));
    saveLastSearch({ ...query, ...changes });
    expect(localStorage.getItem('lastSearchParams')).toBe(stored);
  });

  it.each([
    { destination: 'LHR' },
    { destination: 'J' },
    { infantsCount: 2 },
    { departureDate: '2026-02-31' },
  ])('[STORE-03] returns no search for a stored one with %o', (changes) => {
    localStorage.setItem('lastSearchParams', JSON.stringify({ ...query, ...changes }));
    expect(readLastSearch()).toBeUndefined();
  });

  it('[STORE-03] returns no search, without a warning, when none is stored', () => {
    const warn = vi.spyOn(console, 'warn');
    expect(readLastSearch()).toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });

  it('[STORE-03] reads the search that was saved', () => {
    saveLastSearch(query);
    expect(readLastSearch()).toEqual(toSearchRequest(query));
  });

  it('[STORE-03] returns no search for an unparsable stored value', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    localStorage.setItem('lastSearchParams', '{broken');
    expect(readLastSearch()).toBeUndefined();
  });

  it('[STORE-04] returns stored results only for the same search and only until they expire', () => {
    const expired = sampleOffer({ id: 'expired', total_amount: '90', expires_at: '2026-11-20T10:00:00Z' });
    savePreviousResults('LHR-JFK', [sampleOffer({ id: 'a', total_amount: '100' }), expired]);
    expect(readPreviousResults('LHR-CDG')).toEqual([]);
    const stored = readPreviousResults('LHR-JFK', Date.parse('2026-11-20T10:00:01Z'));
    expect(stored.map((offer) => offer.id)).toEqual(['a']);
  });
});
