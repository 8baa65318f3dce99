import { expect, it } from 'vitest';
import { findSharedCity } from './load-airports.ts';

it.each([
  ['LON', 'LHR', 'London'],
  ['CDG', 'PAR', 'Paris'],
  ['LON', 'NYC', undefined],
  ['LHR', 'JFK', undefined],
  ['XXX', 'YYY', undefined],
])('finds for %s and %s the shared city %s', async (origin, destination, city) => {
  expect(await findSharedCity(origin, destination)).toBe(city);
});
