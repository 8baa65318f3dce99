import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { getDistanceKm, listNearby, type FullAirportList } from './airport-list.ts';

const require = createRequire(import.meta.url);
const list = require('./airports.json') as FullAirportList;
const cityNames = new Map(list.airports.map(([iata, , city]) => [iata, city]));

describe('airports.json', () => {
  it('[PICK-01] lists the airports and cities of today', () => {
    const opened = { BSZ: 'Bishkek', COV: 'Adana', GHV: 'Brașov', KTI: 'Phnom Penh', SAI: 'Siem Reap' };
    const renamed = { NQZ: 'Astana', PLZ: 'Gqeberha', UPG: 'Makassar', IXD: 'Prayagraj' };
    for (const [iata, city] of Object.entries({ ...opened, ...renamed }))
      expect(cityNames.get(iata), iata).toBe(city);
    for (const iata of ['ISL', 'REP', 'ADA', 'PNH', 'RAJ', 'FRU'])
      expect(cityNames.has(iata), iata).toBe(false);
  });

  it('contains each airport once, with a name, a city, a country, a position and a time zone', () => {
    expect(list.airports.length).toBeGreaterThan(3_000);
    expect(cityNames.size).toBe(list.airports.length);
    for (const [iata, name, city, country, , icao, continent, lat, lon, timeZone, size] of list.airports) {
      expect(iata).toMatch(/^[A-Z]{3}$/);
      expect(icao, iata).toMatch(/^([A-Z]{4})?$/);
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(continent).toMatch(/^[A-Z]{2}$/);
      expect(name.trim()).not.toBe('');
      expect(city).not.toMatch(/^$|[(/,]/);
      expect(Math.abs(lat), iata).toBeLessThan(90);
      expect(Math.abs(lon), iata).toBeLessThanOrEqual(180);
      expect(['large', 'medium']).toContain(size);
      expect(() => new Intl.DateTimeFormat('en', { timeZone }), iata).not.toThrow();
    }
  });

  it('uses the city names that travellers search for, and lists important airports first', () => {
    const expected = {
      JFK: 'New York',
      LHR: 'London',
      NRT: 'Tokyo',
      HND: 'Tokyo',
      HKG: 'Hong Kong',
      MEX: 'Mexico City',
    };
    for (const [iata, city] of Object.entries(expected)) expect(cityNames.get(iata), iata).toBe(city);
    const order = [...cityNames.keys()];
    expect(order.indexOf('LHR')).toBeLessThan(order.indexOf('SEN'));
  });

  it('has the cities with several airports, and all of their airports', () => {
    for (const [, , , members] of list.cities)
      for (const iata of members) expect(cityNames.has(iata), iata).toBe(true);
    for (const code of 'LON NYC PAR TYO ROM MIL CHI WAS SAO RIO BUE STO MOW OSA SEL BJS SHA YTO YMQ BER'.split(
      ' ',
    ))
      expect(list.cities.map(([city]) => city)).toContain(code);
  });

  it('has other names only of listed cities, and names of every country and region', () => {
    const cities = new Set(list.airports.map(([, , city, country]) => `${city}, ${country}`));
    for (const [city, country] of list.otherNames ?? []) expect(cities).toContain(`${city}, ${country}`);
    for (const [, , , country, region] of list.airports) {
      expect(list.areas).toHaveProperty(country);
      if (region) expect(list.areas).toHaveProperty(`${country}-${region}`);
    }
  });
});

it('measures distances along great circles', () => {
  const quarter = getDistanceKm({ lat: 0, lon: 0 }, { lat: 0, lon: 90 });
  expect(quarter).toBeCloseTo(10_007.5, 0);
  expect(getDistanceKm({ lat: 90, lon: 0 }, { lat: 0, lon: 50 })).toBeCloseTo(quarter, 6);
});

describe('listNearby', () => {
  it('has the largest airports of each time zone first, then others around', () => {
    const nearby = listNearby(list.airports);
    expect(nearby['Europe/Madrid']).toEqual(['MAD', 'BCN', 'PMI', 'AGP', 'ALC']);
    expect(nearby['America/Denver']?.slice(0, 2)).toEqual(['DEN', 'SLC']);
    const [own, ...around] = nearby['Atlantic/Faroe'] ?? [];
    expect([own, around.length]).toEqual(['FAE', 4]);
    expect(around).toContain('LHR');
  });
});
