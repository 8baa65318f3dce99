import type { Mode, PriceCalendarQuery } from '@fareline/contracts';
import { listPopularRoutesContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { createLoadingCache } from '@fareline/service-kit/loading-cache';
import type { Deps } from '../deps.ts';
import { readRequestPricing } from '../pricing/brand-pricing.ts';
import { formatSeenPrice } from './format-seen-price.ts';
import { getCityName } from './nearby-airports.ts';

const maxRoutes = 6;
/** Some of the most searched ones have no price: it is old, or the flights have departed. */
const maxCandidates = 2 * maxRoutes;

/** Searches whose prices can be compared between routes. */
const oneAdult = { cabinClass: 'economy', adultsCount: 1, childrenCount: 0, infantsCount: 0 } as const;
const tripTypes: readonly PriceCalendarQuery['tripType'][] = ['one-way', 'round-trip'];

const toCity = (code: string) => ({ iata_code: code, city_name: getCityName(code) });

/** What travellers searched most in the last week, with the brand's markup; read from Redis only, for all visitors together. */
export const popularRoutesRoute = routePlugin({ name: 'popular-routes' }, (app, deps: Deps) => {
  const { calendar, durations } = deps;
  async function load(mode: Mode) {
    const routes = await calendar.listPopularRoutes(mode);
    const found = await Promise.all(
      routes.slice(0, maxCandidates).map(async (route) => {
        const prices = await Promise.all(
          tripTypes.map((tripType) => calendar.readLowestOfWeek(mode, { ...route, ...oneAdult, tripType })),
        );
        const seen = prices.find(Boolean);
        return seen ? [{ ...route, ...seen }] : [];
      }),
    );
    return found.flat().slice(0, maxRoutes);
  }
  const readRoutes = createLoadingCache({
    max: 2,
    ttlMs: durations.popularRoutesCacheTtl,
    load: (mode) => load(mode as Mode),
  });
  registerRoute(app, listPopularRoutesContract, async ({ request }) => {
    const { mode, markupPercent } = await readRequestPricing(deps, request);
    const routes = await readRoutes(mode);
    return {
      routes: routes.map(({ origin, destination, trip, price }) => ({
        origin: toCity(origin),
        destination: toCity(destination),
        departure_date: trip.departureDate,
        return_date: trip.returnDate ?? null,
        ...formatSeenPrice(price, markupPercent),
      })),
    };
  });
});
