import { expect, it } from 'vitest';
import type { SearchQuery } from './search-query.ts';
import { toModifyState, parseModifyState } from './modify-state.ts';

const query: SearchQuery = {
  origin: 'LON',
  destination: 'NYC',
  departureDate: '2090-12-05',
  returnDate: '2090-12-12',
  cabinClass: 'business',
  adultsCount: 2,
  childrenCount: 1,
  infantsCount: 0,
  tripType: 'round-trip',
};

it('[RESULTS-09] parses back the search of Modify Search unchanged', () => {
  expect(parseModifyState(toModifyState(query))).toEqual(query);
});

it.each([null, 'x', 7, {}, { search: 7 }])('returns undefined for the state %j', (state) => {
  expect(parseModifyState(state)).toBeUndefined();
});
