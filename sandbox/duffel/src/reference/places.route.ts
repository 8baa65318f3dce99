import type { Places } from '@duffel/api/types';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  airportList,
  airportPlace,
  cityList,
  cityPlace,
  countryName,
  type AirportRow,
  type CityRow,
} from '../geo/airports.ts';
import { greatCircleKm } from '../geo/distance.ts';
import { required } from '../http/errors.ts';

const Query = z.object({
  query: z.string().optional(),
  name: z.string().optional(),
  lat: z.coerce.number().optional(),
  lng: z.coerce.number().optional(),
  rad: z.coerce.number().default(100_000),
});

const MOST = 20;
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const airportSuggestion = (row: AirportRow): Places => ({
  ...airportPlace(row),
  iata_code: row.iata,
  icao_code: row.icao,
  country_name: countryName(row.country),
});

const citySuggestion = (row: CityRow): Places => ({
  ...cityPlace(row),
  country_name: countryName(row.country),
});

/** 0 is the best match; Infinity none. */
function match(term: string, code: string, city: string, name: string): number {
  if (code.toLowerCase() === term) return 0;
  if (fold(city) === term) return 1;
  if (fold(city).startsWith(term)) return 2;
  if (
    fold(name)
      .split(/[\s-]+/)
      .some((word) => word.startsWith(term))
  )
    return 3;
  return fold(`${name} ${city}`).includes(term) ? 4 : Infinity;
}

function byName(text: string): Places[] {
  const term = fold(text.trim());
  const found = [
    ...cityList
      .filter((row) => row.airports.length > 1)
      .map((row) => ({
        score: match(term, row.code, row.city, row.city) - 0.5,
        rank: -1,
        place: () => citySuggestion(row),
      })),
    ...airportList.map((row) => ({
      score: match(term, row.iata, row.city, row.name),
      rank: row.rank,
      place: () => airportSuggestion(row),
    })),
  ];
  return found
    .filter((entry) => entry.score < Infinity)
    .sort((a, b) => a.score - b.score || a.rank - b.rank)
    .slice(0, MOST)
    .map((entry) => entry.place());
}

function near(lat: number, lon: number, metres: number): Places[] {
  return airportList
    .map((row) => ({ row, km: greatCircleKm({ lat, lon }, row) }))
    .filter(({ km }) => km * 1000 <= metres)
    .sort((a, b) => a.km - b.km)
    .slice(0, MOST)
    .map(({ row }) => airportSuggestion(row));
}

/** Cities and airports for a search field. */
export function addPlaceRoutes(app: FastifyInstance): void {
  app.get('/places/suggestions', async (request) => {
    const { query, name, lat, lng, rad } = Query.parse(request.query);
    const text = name ?? query;
    if (text !== undefined && text.trim() !== '') return { data: byName(text) };
    if (lat !== undefined && lng !== undefined) return { data: near(lat, lng, rad) };
    throw required('/query');
  });
}
