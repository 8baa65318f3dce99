import { describe, expect, it } from 'vitest';
import { toFromParams, parseSearchUrl, searchUrl, toSearchParams, toSearchRequest } from './search-query.ts';

const parse = (text: string) => parseSearchUrl(new URLSearchParams(text));

describe('search URL', () => {
  it('[RESULTS-01] has empty fields and defaults without parameters', () => {
    expect(parse('').query).toEqual({
      origin: '',
      destination: '',
      departureDate: '',
      cabinClass: 'economy',
      adultsCount: 1,
      childrenCount: 0,
      infantsCount: 0,
      tripType: 'one-way',
    });
  });

  it('[RESULTS-02] falls back to the defaults for invalid numbers and cabins', () => {
    expect(parse('adults=many&childrenCount=-1&infants=2x&cabinClass=steerage').query).toMatchObject({
      adultsCount: 1,
      childrenCount: 0,
      infantsCount: 0,
      cabinClass: 'economy',
    });
  });

  it('[RESULTS-02] prefers the ...Count form', () => {
    const { query } = parse('adults=2&adultsCount=3&children=1&infantsCount=2&infants=1');
    expect([query.adultsCount, query.childrenCount, query.infantsCount]).toEqual([3, 1, 2]);
  });

  it.each([
    ['returnDate=2026-12-12', 'round-trip', '2026-12-12'],
    ['', 'one-way', undefined],
    ['tripType=one-way&returnDate=2026-12-12', 'one-way', undefined],
    ['tripType=round-trip', 'round-trip', undefined],
    ['tripType=sideways&returnDate=2026-12-12', 'round-trip', '2026-12-12'],
  ])('[RESULTS-03] parses "%s" as %s', (text, tripType, returnDate) => {
    const { query } = parse(text);
    expect(query.tripType).toBe(tripType);
    expect(query.returnDate).toBe(returnDate);
  });

  it('[RESULTS-04] accepts every parameter with the prefix from_', () => {
    const text =
      'from_origin=lhr&from_destination=JFK&from_departureDate=2026-12-05&from_returnDate=2026-12-12&from_cabinClass=business&from_adults=2&from_childrenCount=1&from_infants=1&from_tripType=round-trip';
    expect(parse(text)).toEqual({
      query: {
        origin: 'LHR',
        destination: 'JFK',
        departureDate: '2026-12-05',
        returnDate: '2026-12-12',
        cabinClass: 'business',
        adultsCount: 2,
        childrenCount: 1,
        infantsCount: 1,
        tripType: 'round-trip',
      },
      previousCount: undefined,
      hasOneTimeParams: true,
    });
  });

  it('[RESULTS-05] uses previousCount only with showMore=true', () => {
    expect(parse('showMore=true&previousCount=130').previousCount).toBe(130);
    expect(parse('showMore=no&previousCount=130').previousCount).toBeUndefined();
    expect(parse('showMore=true').previousCount).toBe(0);
  });

  it('[RESULTS-06] reports whether the URL has parameters to remove', () => {
    expect(parse('origin=LHR').hasOneTimeParams).toBe(false);
    expect(parse('origin=LHR&previousCount=3').hasOneTimeParams).toBe(true);
    expect(parse('origin=LHR&showMore=true').hasOneTimeParams).toBe(true);
    expect(parse('from_origin=LHR').hasOneTimeParams).toBe(true);
  });

  it('[FORM-26] [FORM-28] [RESULTS-07] writes the parameter names of the form and parses back to the same search', () => {
    const { query } = parse(
      'origin=LHR&destination=JFK&departureDate=2026-12-05&adults=2&returnDate=2026-12-12',
    );
    expect([...toSearchParams(query).keys()].sort()).toEqual([
      'adultsCount',
      'cabinClass',
      'childrenCount',
      'departureDate',
      'destination',
      'infantsCount',
      'origin',
      'returnDate',
      'tripType',
    ]);
    expect(parse(searchUrl(query).split('?')[1] ?? '').query).toEqual(query);
  });

  it('[FORM-27] [FORM-04] has no return date for one-way, in the URL and in the request', () => {
    const query = {
      ...parse('origin=LHR&destination=JFK&departureDate=2026-12-05').query,
      returnDate: '2026-12-12',
    };
    expect(toSearchParams(query).has('returnDate')).toBe(false);
    expect(toSearchRequest(query)).not.toHaveProperty('returnDate');
  });

  it('[CARD-08] writes the search with from_ for the offer page', () => {
    const { query } = parse(
      'origin=LHR&destination=JFK&departureDate=2026-12-05&returnDate=2026-12-12&children=1',
    );
    expect(Object.fromEntries(toFromParams(query))).toEqual({
      from_origin: 'LHR',
      from_destination: 'JFK',
      from_departureDate: '2026-12-05',
      from_returnDate: '2026-12-12',
      from_cabinClass: 'economy',
      from_adults: '1',
      from_children: '1',
      from_infants: '0',
    });
    const oneWay = parse('origin=LHR&destination=JFK&departureDate=2026-12-05').query;
    expect(toFromParams(oneWay).has('from_returnDate')).toBe(false);
  });
});
