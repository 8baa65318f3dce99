import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPreviousResults, savePreviousResults } from '../results/previous-results-storage.ts';
import { sampleOffer } from '../testing/sample-offer.ts';
import { readLastSearch, saveLastSearch } from './last-search-storage.ts';
import { parseSearchUrl } from './search-query.ts';
import { readTripType, saveTripType } from './trip-type-storage.ts';

const { query } = parseSearchUrl(new URLSearchParams('origin=LHR&destination=JFK&departureDate=2026-12-05'));

describe('browser storage', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => vi.restoreAllMocks());

  it('[STORE-02] a browser that refuses storage is logged and otherwise ignored', () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    expect(readTripType()).toBe('round-trip');
    expect(() => saveTripType('one-way')).not.toThrow();
    expect(() => saveLastSearch(query)).not.toThrow();
    expect(readLastSearch()).toBeUndefined();
    expect(logged).toHaveBeenCalledTimes(4);
    vi.unstubAllGlobals();
  });

  it.each([null, 'multi-city', '', '{"a":1}'])('[STORE-01] %s counts as round-trip', (stored) => {
    if (stored !== null) localStorage.setItem('lastTripType', stored);
    expect(readTripType()).toBe('round-trip');
  });

  it('[STORE-01] remembers the plain trip type', () => {
    saveTripType('one-way');
    expect(localStorage.getItem('lastTripType')).toBe('one-way');
    expect(readTripType()).toBe('one-way');
  });

  it('[STORE-03] an invalid search does not replace the last valid one', () => {
    saveLastSearch(query);
    saveLastSearch({ ...query, destination: 'LHR' });
    saveLastSearch({ ...query, infantsCount: 2 });
    expect(readLastSearch()).toMatchObject({ origin: 'LHR', destination: 'JFK' });
  });

  it('[STORE-03] rubbish in the storage is no search', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    localStorage.setItem('lastSearchParams', '{broken');
    expect(readLastSearch()).toBeUndefined();
  });

  it('[STORE-04] earlier results are never shown under another search, nor after their time', () => {
    const old = sampleOffer('old', '90', { expires_at: '2026-11-20T10:00:00Z' });
    savePreviousResults('LHR-JFK', [sampleOffer('a', '100'), old]);
    expect(readPreviousResults('LHR-CDG')).toEqual([]);
    const kept = readPreviousResults('LHR-JFK', Date.parse('2026-11-20T10:00:01Z'));
    expect(kept.map((offer) => offer.id)).toEqual(['a']);
  });
});
