import { readFileSync } from 'node:fs';
import type { Airport, City } from '@duffel/api/types';

/** One row of data/airports.json; `rank` 0 is the busiest airport of the world. */
export interface AirportRow {
  iata: string;
  icao: string | null;
  name: string;
  city: string;
  country: string;
  continent: string;
  lat: number;
  lon: number;
  time_zone: string;
  size: 'large' | 'medium';
  rank: number;
}

export interface CityRow {
  code: string;
  city: string;
  country: string;
  airports: string[];
}

interface AirportData {
  airports: AirportRow[];
  cities: CityRow[];
  countries: Record<string, string>;
}

const data = JSON.parse(
  readFileSync(new URL('../../data/airports.json', import.meta.url), 'utf8'),
) as AirportData;

export const airportList: readonly AirportRow[] = data.airports;
export const cityList: readonly CityRow[] = data.cities;
const airports = new Map(data.airports.map((row) => [row.iata, row]));
const cities = new Map(data.cities.map((row) => [row.code, row]));
const cityOfAirport = new Map(data.cities.flatMap((row) => row.airports.map((iata) => [iata, row] as const)));

export const findAirport = (iata: string): AirportRow | undefined => airports.get(iata);
export const metropolitanAreaOf = (iata: string): CityRow | undefined => cityOfAirport.get(iata);
export const countryName = (code: string): string | null => data.countries[code] ?? null;

/** What Duffel says of a place beyond its own types: real answers carry these as explicit nulls. */
type AirportPlace = Airport & { airports: null };
type CityPlace = City & {
  iata_city_code: string;
  icao_code: null;
  latitude: null;
  longitude: null;
  time_zone: null;
  city_name: null;
  city: null;
  airports: Airport[];
};

const airportPlaces = new Map<string, AirportPlace>();
const cityPlaces = new Map<string, CityPlace>();

function cityReference(row: CityRow): City {
  return {
    type: 'city',
    id: `cit_${row.code.toLowerCase()}_${row.country.toLowerCase()}`,
    name: row.city,
    iata_code: row.code,
    iata_country_code: row.country,
  };
}

/** An airport as Duffel writes it, shared between answers: never change one. */
export function airportPlace(row: AirportRow): AirportPlace {
  const cached = airportPlaces.get(row.iata);
  if (cached) return cached;
  const area = cityOfAirport.get(row.iata);
  const place: AirportPlace = {
    type: 'airport',
    id: `arp_${row.iata.toLowerCase()}_${row.country.toLowerCase()}`,
    name: row.name,
    iata_code: row.iata,
    // The SDK's type promises a text; Duffel answers null where there is no code.
    icao_code: row.icao as string,
    iata_city_code: area?.code ?? row.iata,
    iata_country_code: row.country,
    city_name: row.city,
    city: area ? cityReference(area) : null,
    latitude: row.lat,
    longitude: row.lon,
    time_zone: row.time_zone,
    airports: null,
  };
  airportPlaces.set(row.iata, place);
  return place;
}

/** A city code with its airports as Duffel writes it. */
export function cityPlace(row: CityRow): CityPlace {
  const cached = cityPlaces.get(row.code);
  if (cached) return cached;
  const members = row.airports.map((iata) => airports.get(iata)).filter((airport) => airport !== undefined);
  const place: CityPlace = {
    ...cityReference(row),
    iata_city_code: row.code,
    icao_code: null,
    latitude: null,
    longitude: null,
    time_zone: null,
    city_name: null,
    city: null,
    airports: members.map(airportPlace),
  };
  cityPlaces.set(row.code, place);
  return place;
}

/** The airports a code of a search stands for: itself, or all of a city. An airport's code wins over a city's. */
export function resolvePlace(
  code: string,
): { place: AirportPlace | CityPlace; airports: AirportRow[] } | undefined {
  const airport = airports.get(code);
  if (airport) return { place: airportPlace(airport), airports: [airport] };
  const city = cities.get(code);
  if (!city) return undefined;
  const members = city.airports.map((iata) => airports.get(iata)).filter((row) => row !== undefined);
  return { place: cityPlace(city), airports: members };
}
