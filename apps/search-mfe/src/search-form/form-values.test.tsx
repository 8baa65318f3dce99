import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchQuery } from '../search-query/search-query.ts';
import {
  emptyForm,
  homeLimits,
  moveReturnDate,
  supportLimits,
  toFormValues,
  toSearchQuery,
} from './form-values.ts';

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
  it('[FORM-07] departs today', () => expect(emptyForm('round-trip').departureDate).toBe('2026-11-28'));
  it('[FORM-07] returns 7 days later', () => expect(emptyForm('round-trip').returnDate).toBe('2026-12-05'));
  it('[FORM-12] starts with 1 adult', () => expect(emptyForm('round-trip').adultsCount).toBe(1));
  it('[FORM-12] starts with 0 children', () => expect(emptyForm('round-trip').childrenCount).toBe(0));
  it('[FORM-12] starts with 0 infants', () => expect(emptyForm('round-trip').infantsCount).toBe(0));

  it('[FORM-02] has the given trip type, Economy and no airports', () =>
    expect(emptyForm('one-way')).toMatchObject({
      tripType: 'one-way',
      origin: '',
      destination: '',
      cabinClass: 'economy',
    }));

  it('[FORM-13] [FORM-14] [SUPPORT-05] has the limits of its page', () => {
    expect(homeLimits).toEqual({ adults: 9, children: 8, infants: 4 });
    expect(supportLimits).toEqual({ adults: 9, children: 9, infants: 5 });
  });

  it('[RESULTS-09] keeps the search to modify', () => {
    expect(toFormValues(query)).toEqual(query);
    const { returnDate: _, ...oneWay } = query;
    expect(toFormValues(oneWay)).toEqual({ ...oneWay, returnDate: undefined });
  });

  it.each([
    ['in the past starts today, with its length', '2026-11-01', '2026-11-04', '2026-11-28', '2026-12-01'],
    ['that has begun starts today', '2026-11-27', '2026-12-20', '2026-11-28', '2026-12-21'],
    ['without a return has none', '2026-11-27', undefined, '2026-11-28', undefined],
    [
      'that returns before it departs returns after a week',
      '2026-12-10',
      '2026-12-01',
      '2026-12-10',
      '2026-12-17',
    ],
    ['of impossible days gets the default dates', '2026-13-45', '2026-12-01', '2026-11-28', '2026-12-05'],
  ] as const)(
    '[RESULTS-09] [FORM-22] [FORM-23] a trip to modify %s',
    (_, departureDate, returnDate, departure, back) => {
      const { returnDate: _return, ...rest } = query;
      const restored = { ...rest, departureDate, ...(returnDate && { returnDate }) };
      expect(toFormValues(restored)).toEqual({ ...rest, departureDate: departure, returnDate: back });
    },
  );

  it.each([
    ['moves to a later month', '2026-12-05', '2026-12-12', '2027-01-03', '2027-01-10'],
    ['moves to an earlier day', '2026-12-05', '2026-12-12', '2026-11-28', '2026-12-05'],
    ['stays on the day of departure', '2026-12-05', '2026-12-05', '2026-12-09', '2026-12-09'],
    ['in the past moves a week behind the departure', '2026-12-05', '2026-11-01', '2026-12-09', '2026-12-16'],
    ['without a departure stays if it is later', undefined, '2026-12-12', '2026-12-09', '2026-12-12'],
    ['without a departure moves if it is earlier', undefined, '2026-12-01', '2026-12-09', '2026-12-16'],
    ['that is not chosen stays so', '2026-12-05', undefined, '2026-12-09', undefined],
  ] as const)('[FORM-09] [FORM-23] the return %s', (_, departureDate, returnDate, next, expected) =>
    expect(moveReturnDate({ departureDate, returnDate }, next)).toBe(expected),
  );

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
