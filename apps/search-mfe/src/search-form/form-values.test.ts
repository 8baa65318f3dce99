import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchQuery } from '../search-query/search-query.ts';
import { emptyForm, homeLimits, supportLimits, toFormValues, toSearchQuery } from './form-values.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 10, 28, 12), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const query: SearchQuery = {
  origin: 'LHR',
  destination: 'JFK',
  departureDate: '2026-11-28',
  returnDate: '2026-12-20',
  cabinClass: 'business',
  adultsCount: 2,
  childrenCount: 1,
  infantsCount: 1,
  tripType: 'round-trip',
};

describe('the search form', () => {
  it('[FORM-07] [FORM-12] starts with today, a week later, one adult and Economy', () =>
    expect(emptyForm('one-way')).toEqual({
      tripType: 'one-way',
      origin: '',
      destination: '',
      departureDate: '2026-11-28',
      returnDate: '2026-12-05',
      cabinClass: 'economy',
      adultsCount: 1,
      childrenCount: 0,
      infantsCount: 0,
    }));

  it('[FORM-13] [FORM-14] [SUPPORT-05] has the limits of its page', () => {
    expect(homeLimits).toEqual({ adults: 9, children: 8, infants: 4 });
    expect(supportLimits).toEqual({ adults: 9, children: 9, infants: 5 });
  });

  it('[RESULTS-09] keeps the search to modify, with new dates when it was for a past day', () => {
    expect(toFormValues(query)).toEqual(query);
    const { returnDate: _, ...oneWay } = query;
    expect(toFormValues(oneWay)).toEqual({ ...oneWay, returnDate: undefined });
    expect(toFormValues({ ...query, departureDate: '2026-11-27' })).toEqual({
      ...query,
      departureDate: '2026-11-28',
      returnDate: '2026-12-05',
    });
  });

  it('[FORM-26] [FORM-27] [FORM-04] becomes a search, with a return date only for a chosen round trip', () => {
    const values = { ...toFormValues(query), origin: 'lhr', destination: 'jfk' };
    expect(toSearchQuery(values)).toEqual(query);
    expect(toSearchQuery({ ...values, tripType: 'one-way' })).toEqual({
      ...{ ...query, returnDate: undefined },
      tripType: 'one-way',
    });
    expect(toSearchQuery({ ...values, tripType: 'one-way' })).not.toHaveProperty('returnDate');
    expect(toSearchQuery({ ...values, returnDate: undefined })).not.toHaveProperty('returnDate');
    expect(toSearchQuery({ ...values, departureDate: undefined }).departureDate).toBe('');
  });
});
