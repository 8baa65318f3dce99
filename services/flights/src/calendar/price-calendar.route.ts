import { getPriceCalendarContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { readRequestPricing } from '../pricing/brand-pricing.ts';
import { formatSeenPrice } from './format-seen-price.ts';
import { earliestCurrentDate } from './price-calendar.repository.ts';

/** Lowest prices of past searches, with the brand's markup; read from Redis only. */
export const priceCalendarRoute = routePlugin({ name: 'price-calendar' }, (app, deps: Deps) => {
  registerRoute(app, getPriceCalendarContract, async ({ query, request }) => {
    const { mode, markupPercent } = await readRequestPricing(deps, request);
    const prices = await deps.calendar.read(mode, query);
    const firstDate = earliestCurrentDate();
    const days = [...prices]
      .filter(([date]) => date >= firstDate)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, seen]) => ({ date, ...formatSeenPrice(seen, markupPercent) }));
    return { days };
  });
});
