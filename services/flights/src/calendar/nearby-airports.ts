import { createRequire } from 'node:module';
import { getDistanceKm, type FullAirportList, type Position } from '@fareline/contracts/airports';

const require = createRequire(import.meta.url);
const list = require('@fareline/contracts/airports.json') as FullAirportList;

/** Travellers rarely go further for a lower price. */
const maxDistanceKm = 100;
const maxNearby = 5;

interface LocatedAirport extends Position {
  name: string;
}

/** "London Heathrow Airport" → "London Heathrow". */
const shortenName = (name: string): string =>
  name
    .replace(/\b(international|airport)\b/gi, '')
    .replace(/\s+/g, ' ')
    .trim() || name;

/** Most important first. */
const airports = new Map(
  list.airports.map(([code, name, , , , , , lat, lon]): [string, LocatedAirport] => [
    code,
    { name: shortenName(name), lat, lon },
  ]),
);
const cities = new Map<string, string>([
  ...list.cities.map(([code, city]): [string, string] => [code, city]),
  ...list.airports.map(([code, , city]): [string, string] => [code, city]),
]);
/** The city of an airport or city code; the code itself for an unknown one. */
export const getCityName = (code: string): string => cities.get(code) || code;

const nearby = new Map<string, readonly string[]>();

function findNearby(code: string, airport: LocatedAirport): string[] {
  const city = list.cities.find(([, , , members]) => members.includes(code))?.[3] ?? [];
  return [...airports]
    .filter(
      ([other, position]) =>
        other !== code && (city.includes(other) || getDistanceKm(airport, position) <= maxDistanceKm),
    )
    .slice(0, maxNearby)
    .map(([other]) => other);
}

/** At most five other airports of the same city or within 100 km, as IATA codes; none for a city code. */
export function getNearbyAirports(code: string): readonly string[] {
  const airport = airports.get(code);
  if (!airport) return [];
  const codes = nearby.get(code) ?? findNearby(code, airport);
  nearby.set(code, codes);
  return codes;
}

/** Without the word airport; the code for an airport that is in no group. */
export const getAirportName = (code: string): string =>
  (getNearbyAirports(code).length > 0 ? airports.get(code)?.name : undefined) ?? code;
