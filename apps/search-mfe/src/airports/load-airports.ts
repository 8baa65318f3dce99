import type { AirportList } from '@fareline/contracts';
import type { Airport } from './airport.ts';

let pendingLoad: Promise<Airport[]> | undefined;

function toAirports({ airports, cities, otherNames = [], areas = {}, nearby = {} }: AirportList): Airport[] {
  const nearbyCodes = new Set(nearby[Intl.DateTimeFormat().resolvedOptions().timeZone]);
  const namesByCity = new Map(otherNames.map(([city, country, names]) => [`${city} ${country}`, names]));
  const positions = new Map(airports.map(([code], position) => [code, position]));
  const getPosition = ({ iata_code, members = [iata_code] }: Airport): number =>
    Math.min(...members.map((code) => positions.get(code)!));
  const getPlaceNames = ([, , , country, region]: AirportList['airports'][number]): string[] => [
    ...(areas[country] ?? []),
    ...(areas[`${country}-${region}`] ?? []),
  ];
  const withOtherNames = (airport: Airport): Airport => {
    const names = namesByCity.get(`${airport.city_name} ${airport.country_code}`);
    return names ? { ...airport, otherNames: names } : airport;
  };
  // A city code may also be the code of an airport elsewhere (QSF is San Francisco and Sétif); such a code must not match both.
  const cityCodes = new Map(
    cities
      .filter(([code, , , members]) => !positions.has(code) || members.includes(code))
      .flatMap(([city, , , members]) => members.map((code) => [code, city])),
  );
  return (
    [
      ...cities
        // A code shared by a city and an airport is searched as the airport, so it must not be offered as all airports of the city.
        .filter(([code, , , members]) => members.length > 1 && !positions.has(code))
        .map(([code, city, country, members]): Airport => ({
          id: `city-${code}`,
          iata_code: code,
          name: `${city}, all airports`,
          city_name: city,
          country_code: country,
          placeNames: getPlaceNames(airports[positions.get(members[0]!)!]!),
          members,
          ...(members.some((code) => nearbyCodes.has(code)) ? { isNearby: true } : {}),
        })),
      ...airports.map((row): Airport => ({
        id: row[0],
        iata_code: row[0],
        name: row[1],
        city_name: row[2],
        country_code: row[3],
        placeNames: getPlaceNames(row),
        ...(cityCodes.has(row[0]) ? { cityCode: cityCodes.get(row[0])! } : {}),
        ...(nearbyCodes.has(row[0]) ? { isNearby: true } : {}),
      })),
    ]
      .map(withOtherNames)
      // A city is as important as its largest airport and listed before it.
      .sort((a, b) => getPosition(a) - getPosition(b))
  );
}

/** Loads the airport list that is part of the product, most important first; a failed load is retried at the next call. (AIRPORT-08) */
export function loadAirports(): Promise<Airport[]> {
  pendingLoad ??= import('@fareline/contracts/airports.json')
    .then((module) => toAirports(module.default as unknown as AirportList))
    .catch((error: unknown) => {
      pendingLoad = undefined;
      throw error;
    });
  return pendingLoad;
}

/** Whether the list was asked for before, so that it is loaded or on its way. */
export const hasRequestedAirports = (): boolean => pendingLoad !== undefined;

/** The city's name if one code is the city and the other one of its airports; undefined otherwise. */
export async function findSharedCity(origin: string, destination: string): Promise<string | undefined> {
  const airports = await loadAirports().catch(() => []);
  const findCity = (city: string, airport: string) =>
    airports.find(({ iata_code, members }) => iata_code === city && members?.includes(airport))?.city_name;
  return findCity(origin, destination) ?? findCity(destination, origin);
}
