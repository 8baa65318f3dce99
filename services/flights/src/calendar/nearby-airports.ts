import { readFileSync } from 'node:fs';

interface AirportEntry {
  /** Without the word airport: "London Heathrow". */
  name: string;
  /** IATA codes, most important first. */
  nearby: string[];
}

/** Written by `npm run airports`. */
const airports = JSON.parse(
  readFileSync(new URL('./nearby-airports.json', import.meta.url), 'utf8'),
) as Partial<Record<string, AirportEntry>>;

/** At most five other airports of the same city or within 100 km, as IATA codes; none for a city code. */
export const getNearbyAirports = (code: string): readonly string[] => airports[code]?.nearby ?? [];

/** The code for an airport that is in no group. */
export const getAirportName = (code: string): string => airports[code]?.name ?? code;
