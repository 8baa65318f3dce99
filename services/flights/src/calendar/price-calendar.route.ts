import { formatMinor } from '@fareline/contracts';
import { getPriceCalendarContract } from '@fareline/contracts/services';
import { registerRoute, routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { readRequestPricing } from '../pricing/brand-pricing.ts';
import { addMarkup } from '../pricing/pricing.ts';
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
      .map(([date, seen]) => {
        const { minor, currency } = addMarkup(seen, markupPercent);
        return {
          date,
          total_amount: formatMinor(minor, currency),
          total_currency: currency,
          seen_at: new Date(seen.seenAt).toISOString(),
        };
      });
    return { days };
  });
});
