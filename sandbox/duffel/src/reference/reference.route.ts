import type { FastifyInstance } from 'fastify';
import { listAircraft } from '../flights/aircraft.ts';
import { airlines } from '../flights/carriers.ts';
import { airportList, toAirportPlace, cityList, toCityPlace } from '../geo/airports.ts';
import { notFound } from '../http/errors.ts';
import { paginate } from '../http/paging.ts';

function addListRoutes<T extends { id: string }>(
  app: FastifyInstance,
  name: string,
  listEntries: () => readonly T[],
): void {
  app.get(`/air/${name}`, async (request) => paginate(listEntries(), request.query));
  app.get<{ Params: { id: string } }>(`/air/${name}/:id`, async (request) => {
    const match = listEntries().find((entry) => entry.id === request.params.id);
    if (!match) throw notFound(name);
    return { data: match };
  });
}

/** Routes for reference data: airlines, airports, aircraft and cities. */
export function addReferenceRoutes(app: FastifyInstance): void {
  const allAirlines = [...airlines.values()];
  const allAirports = airportList.map(toAirportPlace);
  const allCities = cityList.map(toCityPlace);
  const allAircraft = listAircraft();
  addListRoutes(app, 'airlines', () => allAirlines);
  addListRoutes(app, 'airports', () => allAirports);
  addListRoutes(app, 'cities', () => allCities);
  addListRoutes(app, 'aircraft', () => allAircraft);
}
