import { loadAirports } from './load-airports.ts';

/** The city's name if one code is the city and the other one of its airports; undefined otherwise. */
export async function findSharedCity(origin: string, destination: string): Promise<string | undefined> {
  const airports = await loadAirports().catch(() => []);
  const findCity = (city: string, airport: string) =>
    airports.find(({ iata_code, members }) => iata_code === city && members?.includes(airport))?.city_name;
  return findCity(origin, destination) ?? findCity(destination, origin);
}
