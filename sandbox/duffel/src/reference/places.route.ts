import type { Places } from '@duffel/api/types';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  airportList,
  toAirportPlace,
  cityList,
  toCityPlace,
  getCountryName,
  type AirportRow,
  type CityRow,
} from '../geo/airports.ts';
import { calculateGreatCircleKm } from '../geo/distance.ts';
import { requiredField } from '../http/errors.ts';

const Query = z.object({
  query: z.string().optional(),
  name: z.string().optional(),
  lat: z.coerce.number().optional(),
  lng: z.coerce.number().optional(),
  rad: z.coerce.number().default(100_000),
});

const MAX_SUGGESTIONS = 20;
const normaliseText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const toAirportSuggestion = (row: AirportRow): Places => ({
  ...toAirportPlace(row),
  iata_code: row.iata,
  icao_code: row.icao,
  country_name: getCountryName(row.country),
});

const toCitySuggestion = (row: CityRow): Places => ({
  ...toCityPlace(row),
  country_name: getCountryName(row.country),
});

/** Scores a match: lower is better, Infinity is no match. */
function scoreMatch(term: string, code: string, city: string, name: string): number {
  if (code.toLowerCase() === term) return 0;
  if (normaliseText(city) === term) return 1;
  if (normaliseText(city).startsWith(term)) return 2;
  if (
    normaliseText(name)
      .split(/[\s-]+/)
      .some((word) => word.startsWith(term))
  )
    return 3;
  return normaliseText(`${name} ${city}`).includes(term) ? 4 : Infinity;
}

function searchByName(text: string): Places[] {
  const term = normaliseText(text.trim());
  const found = [
    ...cityList
      .filter((row) => row.airports.length > 1)
      .map((row) => ({
        score: scoreMatch(term, row.code, row.city, row.city) - 0.5,
        rank: -1,
        place: () => toCitySuggestion(row),
      })),
    ...airportList.map((row) => ({
      score: scoreMatch(term, row.iata, row.city, row.name),
      rank: row.rank,
      place: () => toAirportSuggestion(row),
    })),
  ];
  return found
    .filter((entry) => entry.score < Infinity)
    .sort((a, b) => a.score - b.score || a.rank - b.rank)
    .slice(0, MAX_SUGGESTIONS)
    .map((entry) => entry.place());
}

function searchNearby(lat: number, lon: number, metres: number): Places[] {
  return airportList
    .map((row) => ({ row, km: calculateGreatCircleKm({ lat, lon }, row) }))
    .filter(({ km }) => km * 1000 <= metres)
    .sort((a, b) => a.km - b.km)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ row }) => toAirportSuggestion(row));
}

/** Route for suggestions of cities and airports. */
export function addPlaceRoutes(app: FastifyInstance): void {
  app.get('/places/suggestions', async (request) => {
    const { query, name, lat, lng, rad } = Query.parse(request.query);
    const text = name ?? query;
    if (text !== undefined && text.trim() !== '') return { data: searchByName(text) };
    if (lat !== undefined && lng !== undefined) return { data: searchNearby(lat, lng, rad) };
    throw requiredField('/query');
  });
}
