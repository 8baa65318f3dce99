import { formatMinor } from '@fareline/contracts';
import { getPriceCalendarContract } from '@fareline/contracts/services';
import { readBrandKey, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { BrandPricing } from '../pricing/brand-pricing.ts';
import type { SystemMode } from '../mode/system-mode.ts';
import { applyMarkup } from '../pricing/pricing.ts';
import type { PriceCalendarRepository } from './price-calendar.repository.ts';

interface PriceCalendarDeps {
  calendar: PriceCalendarRepository;
  brands: BrandPricing;
  mode: SystemMode;
}

/** Current date in UTC-12, the last time zone, so earlier days have ended everywhere. */
const earliestCurrentDate = (): string => new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);

/** Lowest prices of past searches, with the brand's markup; read from Redis only. */
export function priceCalendarRoute(
  app: FastifyInstance,
  { calendar, brands, mode }: PriceCalendarDeps,
): void {
  registerRoute(app, getPriceCalendarContract, async ({ query, request }) => {
    const [currentMode, percent] = await Promise.all([
      mode.current(),
      brands.markupPercent(readBrandKey(request)),
    ]);
    const prices = await calendar.read(currentMode, query);
    const firstDate = earliestCurrentDate();
    const days = [...prices]
      .filter(([date]) => date >= firstDate)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, { totalMinor, currency, seenAt }]) => {
        const price = applyMarkup({ currency, totalMinor, taxMinor: 0 }, percent);
        return {
          date,
          total_amount: formatMinor(price.totalMinor, currency),
          total_currency: currency,
          seen_at: new Date(seenAt).toISOString(),
        };
      });
    return { days };
  });
}
