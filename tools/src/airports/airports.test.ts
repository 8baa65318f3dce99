import { readFileSync } from 'node:fs';
import type { AirportList } from '@fareline/contracts';
import { describe, expect, it } from 'vitest';
import { listAreaNames } from './area-names.ts';
import { cityName } from './city-name.ts';
import { correctAirports } from './corrections.ts';
import { listMetropolitanAreas } from './metropolitan-areas.ts';
import { listOtherNames } from './other-names.ts';
import { findNearbyAirports } from './nearby-airports.ts';
import { airportRank, busiestAirports } from './ranking.ts';

const read = <T>(path: string): T =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')) as T;

interface SandboxFile {
  airports: { iata: string; time_zone: string; lat: number; lon: number; city: string; country: string }[];
  cities: { code: string; airports: string[] }[];
}
const app = read<AirportList>('libs/contracts/src/airports/airports.json');
const sandbox = read<SandboxFile>('sandbox/duffel/data/airports.json');

describe('city names', () => {
  it.each([
    ['XXX', 'Shanghai (Pudong)', 'Pudong International Airport', 'Shanghai'],
    ['XXX', 'Bâle/Mulhouse', 'EuroAirport', 'Bâle'],
    ['XXX', 'Paisley, Renfrewshire', 'Glasgow Airport', 'Paisley'],
    ['XXX', '', 'Cold Bay Airport', 'Cold Bay'],
    ['XXX', 'Ciudad de Mérida', 'Mérida Airport', 'Mérida'],
    ['NRT', 'Narita', 'Narita International Airport', 'Tokyo'],
  ])('%s in %j of %j is %s', (iata, municipality, name, city) => {
    expect(cityName(iata, municipality, name)).toBe(city);
  });
});

describe('corrections', () => {
  it('[PICK-01] list the airports and cities of today', () => {
    const cities = new Map(app.airports.map(([iata, , city]) => [iata, city]));
    const opened = { BSZ: 'Bishkek', COV: 'Adana', GHV: 'Brașov', KTI: 'Phnom Penh', SAI: 'Siem Reap' };
    const renamed = { NQZ: 'Astana', PLZ: 'Gqeberha', UPG: 'Makassar', IXD: 'Prayagraj' };
    for (const [iata, city] of Object.entries({ ...opened, ...renamed }))
      expect(cities.get(iata), iata).toBe(city);
    for (const iata of ['ISL', 'REP', 'ADA', 'PNH', 'RAJ', 'FRU']) expect(cities.has(iata), iata).toBe(false);
  });

  it('are refused when the data have no such airport', () =>
    expect(() => correctAirports([])).toThrow('These corrections do not fit the data: ISL, '));
});

describe('other names of cities', () => {
  it('are in the list of the search form as they are here', () =>
    expect(app.otherNames).toEqual(
      listOtherNames(app.airports.map(([, , city, country]) => ({ city, country }))),
    ));

  it('are refused for a city without an airport', () =>
    expect(() => listOtherNames([])).toThrow('No airport is in Dubai, AE'));
});

describe('names of countries and regions', () => {
  it('are those of areas with airports: all names of a country, name and code of a state, names of an island', () => {
    const area = (code: string, name: string) => ({ code, name });
    const airportIn = (isoRegion: string) => ({ country: isoRegion.slice(0, 2), isoRegion });
    expect(
      listAreaNames(
        [area('US', 'United States'), area('ES', 'Spain'), area('FR', 'France')],
        [
          area('US-OR', 'Oregon'),
          area('US-TX', 'Texas'),
          area('ES-CN', 'Canary'),
          area('ES-AN', 'Andalucía'),
        ],
        ['US-OR', 'ES-CN', 'ES-AN'].map(airportIn),
      ),
    ).toEqual({
      US: ['United States', 'USA', 'United States of America', 'America'],
      ES: ['Spain'],
      'US-OR': ['Oregon', 'OR'],
      'ES-CN': ['Canary Islands', 'Canaries', 'Islas Canarias'],
    });
  });

  it('exist for every country and for every region of the list', () => {
    for (const [, , , country, region] of app.airports) {
      expect(app.areas).toHaveProperty(country);
      if (region) expect(app.areas).toHaveProperty(`${country}-${region}`);
    }
  });
});

describe('the airport files', () => {
  it('contain each airport once, with a name, a city and a country', () => {
    expect(app.airports.length).toBeGreaterThan(3_000);
    expect(new Set(app.airports.map(([iata]) => iata)).size).toBe(app.airports.length);
    for (const [iata, name, city, country] of app.airports) {
      expect(iata).toMatch(/^[A-Z]{3}$/);
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(name.trim()).not.toBe('');
      expect(city).not.toMatch(/^$|[(/,]/);
    }
  });

  it('use the city names that travellers search for, and list important airports first', () => {
    const cities = new Map(app.airports.map(([iata, , city]) => [iata, city]));
    const expected = {
      JFK: 'New York',
      LHR: 'London',
      CDG: 'Paris',
      HND: 'Tokyo',
      HKG: 'Hong Kong',
      MEX: 'Mexico City',
    };
    expect(Object.fromEntries(Object.keys(expected).map((iata) => [iata, cities.get(iata)]))).toEqual(
      expected,
    );
    const order = app.airports.map(([iata]) => iata);
    expect(order.indexOf('LHR')).toBeLessThan(order.indexOf('SEN'));
  });

  it('list the same airports and cities in both files, and all members of cities exist', () => {
    const codes = new Set(sandbox.airports.map(({ iata }) => iata));
    expect(app.airports.every(([iata]) => codes.has(iata))).toBe(true);
    expect(app.airports).toHaveLength(sandbox.airports.length);
    for (const [, , , members] of app.cities) for (const iata of members) expect(codes.has(iata)).toBe(true);
    for (const code of 'LON NYC PAR TYO ROM MIL CHI WAS SAO RIO BUE STO MOW OSA SEL BJS SHA YTO YMQ BER'.split(
      ' ',
    ))
      expect(app.cities.map(([city]) => city)).toContain(code);
  });

  it('give every airport a valid time zone', () => {
    for (const { time_zone: timeZone } of sandbox.airports)
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });
});

describe('ranking and metropolitan areas', () => {
  it('rank no airport twice, and unranked airports last, large before medium', () => {
    expect(new Set(busiestAirports).size).toBe(busiestAirports.length);
    expect(airportRank('ATL', 'large_airport')).toBe(0);
    expect(airportRank('QQQ', 'large_airport')).toBeLessThan(airportRank('QQQ', 'medium_airport'));
  });

  it('leave out cities without a known airport', () => {
    expect(listMetropolitanAreas(new Set(['LHR'])).map(({ code, airports }) => [code, airports])).toEqual([
      ['LON', ['LHR']],
    ]);
  });
});

describe('nearby airports', () => {
  const at = (iata: string, lat: number) => ({ iata, lat, lon: 0 });

  it('are within 100 km or of the same city, most important first', () => {
    const airports = [at('AAA', 0), at('BBB', 5), at('CCC', 0.5), at('DDD', 0.89), at('EEE', 20)];
    const found = findNearbyAirports(airports, [{ airports: ['AAA', 'BBB'] }]);
    expect(found).toEqual({
      AAA: ['BBB', 'CCC', 'DDD'],
      BBB: ['AAA'],
      CCC: ['AAA', 'DDD'],
      DDD: ['AAA', 'CCC'],
    });
  });

  it('are at most five', () => {
    const airports = Array.from({ length: 8 }, (_, index) => at(`A${index}X`, index / 10));
    expect(findNearbyAirports(airports, [])['A0X']).toHaveLength(5);
  });
});
