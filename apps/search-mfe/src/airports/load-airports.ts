import type { Airport } from './airport.ts';

type AirportRow = [code: string, name: string, city: string, country: string];
type CityRow = [code: string, city: string, country: string, airports: string[]];

let loading: Promise<Airport[]> | undefined;

function toAirports({ airports, cities }: { airports: AirportRow[]; cities: CityRow[] }): Airport[] {
  const codes = new Set(airports.map(([code]) => code));
  // San Francisco's code is that of an airport in Algeria too, which is no reason to find one with the other.
  const areas = new Map(
    cities
      .filter(([code, , , members]) => !codes.has(code) || members.includes(code))
      .flatMap(([city, , , members]) => members.map((code) => [code, city])),
  );
  return [
    ...cities
      // A code of both is searched as the airport: nobody is offered all airports and shown flights from one.
      .filter(([code, , , members]) => members.length > 1 && !codes.has(code))
      .map(([code, city, country, members]) => ({
        id: `city-${code}`,
        iata_code: code,
        name: `${city}, all airports`,
        city_name: city,
        country_code: country,
        members,
      })),
    ...airports.map(([code, name, city, country]) => ({
      id: code,
      iata_code: code,
      name,
      city_name: city,
      country_code: country,
      ...(areas.has(code) ? { area: areas.get(code)! } : {}),
    })),
  ];
}

/** The list that comes with the product, most important first; a failed load is tried again the next time. (AIRPORT-08) */
export function loadAirports(): Promise<Airport[]> {
  loading ??= import('./airports.json')
    .then((module) => toAirports(module.default as unknown as { airports: AirportRow[]; cities: CityRow[] }))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
