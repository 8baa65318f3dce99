import { expect, it } from 'vitest';
import { getAirportName, getNearbyAirports } from './nearby-airports.ts';

it.each([
  [
    'LHR',
    ['LGW', 'STN', 'LTN', 'SOU', 'LCY'],
    'of 100 km or of the city, most important first, at most five',
  ],
  ['TRF', ['OSL'], 'of the city beyond 100 km'],
  ['DUB', [], 'none'],
  ['LON', [], 'none of a city code'],
])('the airports near %s are %j: %s', (code, nearby) => {
  expect(getNearbyAirports(code)).toEqual(nearby);
});

it('names an airport without the word airport, and one without others nearby by its code', () => {
  expect(getAirportName('LHR')).toBe('London Heathrow');
  expect(getAirportName('DUB')).toBe('DUB');
});
