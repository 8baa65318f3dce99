import type { FastifyInstance } from 'fastify';
import { aircraftTypes } from '../flights/aircraft.ts';
import { airlines } from '../flights/carriers.ts';
import { airportList, airportPlace, cityList, cityPlace } from '../geo/airports.ts';
import { notFound } from '../http/errors.ts';
import { paginate } from '../http/paging.ts';

function addList<T extends { id: string }>(
  app: FastifyInstance,
  name: string,
  list: () => readonly T[],
): void {
  app.get(`/air/${name}`, async (request) => paginate(list(), request.query));
  app.get<{ Params: { id: string } }>(`/air/${name}/:id`, async (request) => {
    const found = list().find((entry) => entry.id === request.params.id);
    if (!found) throw notFound(name);
    return { data: found };
  });
}

/** Airlines, airports, aircraft and cities: what offers are made of. */
export function addReferenceRoutes(app: FastifyInstance): void {
  const allAirlines = [...airlines.values()];
  const allAirports = airportList.map(airportPlace);
  const allCities = cityList.map(cityPlace);
  const allAircraft = aircraftTypes();
  addList(app, 'airlines', () => allAirlines);
  addList(app, 'airports', () => allAirports);
  addList(app, 'cities', () => allCities);
  addList(app, 'aircraft', () => allAircraft);
}
