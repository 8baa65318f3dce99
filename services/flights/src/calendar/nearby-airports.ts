import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AirportList } from '@fareline/contracts';

const require = createRequire(import.meta.url);
const { airports } = require('@fareline/contracts/airports.json') as AirportList;

/** "London Heathrow Airport" → "London Heathrow". */
const shortenName = (name: string): string =>
  name
    .replace(/\b(international|airport)\b/gi, '')
    .replace(/\s+/g, ' ')
    .trim() || name;

const names = new Map(airports.map(([code, name]) => [code, shortenName(name)]));

/** Codes, most important first; written by `npm run airports`. */
const nearby = JSON.parse(
  readFileSync(new URL('./nearby-airports.json', import.meta.url), 'utf8'),
) as Partial<Record<string, string[]>>;

/** At most five other airports of the same city or within 100 km, as IATA codes; none for a city code. */
export const getNearbyAirports = (code: string): readonly string[] => nearby[code] ?? [];

/** Without the word airport; the code for an airport that is in no group. */
export const getAirportName = (code: string): string => (nearby[code] && names.get(code)) ?? code;
