import { loadAirports } from './load-airports.ts';

/** The name of the city when one code stands for it and the other for one of its airports; undefined otherwise. */
export async function findSharedCity(origin: string, destination: string): Promise<string | undefined> {
  const airports = await loadAirports().catch(() => []);
  const holds = (city: string, airport: string) =>
    airports.find(({ iata_code, members }) => iata_code === city && members?.includes(airport))?.city_name;
  return holds(origin, destination) ?? holds(destination, origin);
}
