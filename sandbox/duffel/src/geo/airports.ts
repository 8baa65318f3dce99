import { createRequire } from 'node:module';
import type { Airport, City } from '@duffel/api/types';
import type { FullAirportList } from '@fareline/contracts/airports';

/** An airport of the list of the product; `rank` 0 is the world's busiest airport. */
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

interface CityRow {
  code: string;
  city: string;
  country: string;
  airports: string[];
}

const require = createRequire(import.meta.url);
const list = require('@fareline/contracts/airports.json') as FullAirportList;

export const airportList: readonly AirportRow[] = list.airports.map(
  ([iata, name, city, country, , icao, continent, lat, lon, time_zone, size], rank) => ({
    iata,
    icao: icao || null,
    name,
    city,
    country,
    continent,
    lat,
    lon,
    time_zone,
    size,
    rank,
  }),
);
const cities = list.cities.map(([code, city, country, airports]): CityRow => ({
  code,
  city,
  country,
  airports,
}));
const airportsByIata = new Map(airportList.map((row) => [row.iata, row]));
const citiesByCode = new Map(cities.map((row) => [row.code, row]));
const citiesByAirport = new Map(cities.flatMap((row) => row.airports.map((iata) => [iata, row] as const)));

export const findAirport = (iata: string): AirportRow | undefined => airportsByIata.get(iata);
export const findMetropolitanArea = (iata: string): CityRow | undefined => citiesByAirport.get(iata);

/** The SDK's place types with the fields that Duffel additionally sends, some of them as explicit nulls. */
type AirportPlace = Airport & { airports: null };
type CityReference = City & {
  iata_city_code: string;
  icao_code: null;
  latitude: null;
  longitude: null;
  time_zone: null;
  city_name: null;
};
type CityPlace = CityReference & { city: null; airports: Airport[] };

/** Duffel knows larger cities that have one airport: Atlanta is a city, Raleigh's airport has none. */
const MAX_RANK_WITH_CITY = 200;

const airportPlaces = new Map<string, AirportPlace>();
const cityPlaces = new Map<string, CityPlace>();

function toCityReference(row: CityRow): CityReference {
  return {
    type: 'city',
    id: `cit_${row.code.toLowerCase()}_${row.country.toLowerCase()}`,
    name: row.city,
    iata_code: row.code,
    iata_country_code: row.country,
    iata_city_code: row.code,
    icao_code: null,
    latitude: null,
    longitude: null,
    time_zone: null,
    city_name: null,
  };
}

/** The city of an airport, null if Duffel has none. */
function findCity(row: AirportRow): CityReference | null {
  const area = citiesByAirport.get(row.iata);
  if (area) return toCityReference(area);
  return row.rank < MAX_RANK_WITH_CITY
    ? toCityReference({ code: row.iata, city: row.city, country: row.country, airports: [row.iata] })
    : null;
}

/** Renders an airport in Duffel's format. The object is cached and shared, so it must not be modified. */
export function toAirportPlace(row: AirportRow): AirportPlace {
  const cached = airportPlaces.get(row.iata);
  if (cached) return cached;
  const city = findCity(row);
  const place: AirportPlace = {
    type: 'airport',
    id: `arp_${row.iata.toLowerCase()}_${row.country.toLowerCase()}`,
    name: row.name,
    iata_code: row.iata,
    // The SDK types this as a string, but Duffel sends null if there is no code.
    icao_code: row.icao as string,
    iata_city_code: city?.iata_code ?? row.iata,
    iata_country_code: row.country,
    city_name: row.city,
    city,
    latitude: row.lat,
    longitude: row.lon,
    time_zone: row.time_zone,
    airports: null,
  };
  airportPlaces.set(row.iata, place);
  return place;
}

/** Renders a city with its airports in Duffel's format. The object is cached and shared, so it must not be modified. */
function toCityPlace(row: CityRow): CityPlace {
  const cached = cityPlaces.get(row.code);
  if (cached) return cached;
  const cityAirports = row.airports
    .map((iata) => airportsByIata.get(iata))
    .filter((airport) => airport !== undefined);
  const place: CityPlace = {
    ...toCityReference(row),
    city: null,
    airports: cityAirports.map(toAirportPlace),
  };
  cityPlaces.set(row.code, place);
  return place;
}

/** Resolves an IATA code to an airport or to all airports of a city; an airport takes precedence over a city. */
export function resolvePlace(
  code: string,
): { place: AirportPlace | CityPlace; airports: AirportRow[] } | undefined {
  const airport = airportsByIata.get(code);
  if (airport) return { place: toAirportPlace(airport), airports: [airport] };
  const city = citiesByCode.get(code);
  if (!city) return undefined;
  const cityAirports = city.airports
    .map((iata) => airportsByIata.get(iata))
    .filter((row) => row !== undefined);
  return { place: toCityPlace(city), airports: cityAirports };
}
