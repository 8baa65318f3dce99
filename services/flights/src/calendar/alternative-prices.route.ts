import { alternativeDayOffsets, type SearchRequest } from '@fareline/contracts';
import { getAlternativePricesContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { readRequestPricing } from '../pricing/brand-pricing.ts';
import { formatSeenPrice } from './format-seen-price.ts';
import { getAirportName, getNearbyAirports } from './nearby-airports.ts';
import { earliestCurrentDate, type TripDates } from './price-calendar.repository.ts';
import { toCalendarQuery } from './record-price.ts';

const moveDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The trip and those that depart up to a week earlier or later, with the same length; none in the past. */
function listTrips({ departureDate, returnDate }: TripDates): TripDates[] {
  return alternativeDayOffsets
    .map((days) => ({
      departureDate: moveDay(departureDate, days),
      returnDate: returnDate && moveDay(returnDate, days),
    }))
    .filter((trip) => trip.departureDate >= earliestCurrentDate());
}

/** The searches with one other airport: at most ten. */
const listNearbySearches = (search: SearchRequest): SearchRequest[] =>
  [
    ...getNearbyAirports(search.origin).map((origin) => ({ ...search, origin })),
    ...getNearbyAirports(search.destination).map((destination) => ({ ...search, destination })),
  ].filter(({ origin, destination }) => origin !== destination);

const toAirport = (code: string) => ({ iata_code: code, name: getAirportName(code) });

const toRoute = ({ origin, destination }: SearchRequest) => ({
  origin: toAirport(origin),
  destination: toAirport(destination),
});

/** Prices that past searches have seen for other days and nearby airports, with the brand's markup; read from Redis only. */
export const alternativePricesRoute = routePlugin({ name: 'alternative-prices' }, (app, deps: Deps) => {
  registerRoute(app, getAlternativePricesContract, async ({ query, request }) => {
    const { mode, markupPercent } = await readRequestPricing(deps, request);
    const read = <Trip extends TripDates>(search: SearchRequest, trips: readonly Trip[]) =>
      deps.calendar.readTrips(mode, toCalendarQuery(search), trips);
    const nearbySearches = listNearbySearches(query);
    const [days, nearby] = await Promise.all([
      read(query, listTrips(query)),
      Promise.all(nearbySearches.map((search) => read(search, [search]))),
    ]);
    return {
      days: days.map(({ trip, price }) => ({
        date: trip.departureDate,
        ...formatSeenPrice(price, markupPercent),
      })),
      nearby: nearby
        .flat()
        .sort((a, b) => a.price.totalMinor - b.price.totalMinor)
        .map(({ trip, price }) => ({ ...toRoute(trip), ...formatSeenPrice(price, markupPercent) })),
      nearby_routes: nearbySearches.map(toRoute),
    };
  });
});
