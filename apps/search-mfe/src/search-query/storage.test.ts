import { sampleOffer } from '@fareline/contracts/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPreviousResults, savePreviousResults } from '../results/previous-results-storage.ts';
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
    expect(warn).toHaveBeenCalledTimes(4);
    vi.unstubAllGlobals();
  });

  it.each([null, 'multi-city', '', '{"a":1}'])('[STORE-01] reads %s as round-trip', (stored) => {
    if (stored !== null) localStorage.setItem('lastTripType', stored);
    expect(readTripType()).toBe('round-trip');
  });

  it('[STORE-01] stores the trip type as plain text', () => {
    saveTripType('one-way');
    expect(localStorage.getItem('lastTripType')).toBe('one-way');
    expect(readTripType()).toBe('one-way');
  });

  it('[STORE-03] keeps the last valid search when an invalid one is saved', () => {
    saveLastSearch(query);
    saveLastSearch({ ...query, destination: 'LHR' });
    saveLastSearch({ ...query, infantsCount: 2 });
    expect(readLastSearch()).toMatchObject({ origin: 'LHR', destination: 'JFK' });
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
