import { samplePlace } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import { getDistinctAirportName } from './airport-name.ts';

it.each([
  ['London Stansted Airport', 'London', 'Stansted'],
  ['John F Kennedy International Airport', 'New York', 'John F Kennedy'],
  ['Dublin Airport', 'Dublin', undefined],
  ['Londonderry Airport', 'London', 'Londonderry'],
  ['Oslo Airport, Gardermoen', 'Oslo', 'Gardermoen'],
  ['Milan, Malpensa Airport', 'Milan', 'Malpensa'],
  ['Vigie, St. Lucia Airport', 'Castries', 'Vigie, St. Lucia'],
  [null, 'London', undefined],
  ['Orly', null, 'Orly'],
  ['Humberto Delgado Airport (Lisbon Portela Airport)', 'Lisbon', 'Humberto Delgado'],
])('shortens %s in %s to %s', (name, city_name, expected) => {
  expect(getDistinctAirportName({ ...samplePlace('LHR'), name, city_name })).toBe(expected);
});
