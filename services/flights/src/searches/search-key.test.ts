import type { SearchRequest } from '@fareline/contracts';
import { expect, it } from 'vitest';
import { toSearchKey } from './search-key.ts';

const search: SearchRequest = {
  ...{ origin: 'LHR', destination: 'JFK', departureDate: '2026-12-05', returnDate: '2026-12-13' },
  ...{ cabinClass: 'economy', adultsCount: 1, childrenCount: 1, infantsCount: 1 },
};

const others: Record<keyof SearchRequest, Partial<SearchRequest>> = {
  origin: { origin: 'LGW' },
  destination: { destination: 'EWR' },
  departureDate: { departureDate: '2026-12-06' },
  returnDate: { returnDate: undefined },
  cabinClass: { cabinClass: 'business' },
  adultsCount: { adultsCount: 2 },
  childrenCount: { childrenCount: 2 },
  infantsCount: { infantsCount: 0 },
};

it('[CACHE-03] gives searches that differ in one field, or in the mode, different keys', () => {
  const keys = Object.values(others).map((other) => toSearchKey('test', { ...search, ...other }));
  const all = [...keys, toSearchKey('test', search), toSearchKey('live', search)];
  expect(new Set(all).size).toBe(all.length);
  expect(toSearchKey('test', { ...search })).toBe(toSearchKey('test', search));
});
