import { formatMinor } from '@fareline/contracts';
import { getPriceCalendarContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { readBrandKey, type BrandPricing } from '../brands/brand-pricing.ts';
import type { SystemMode } from '../mode/system-mode.ts';
import { applyMarkup } from '../offers/pricing.ts';
import type { PriceCalendarStore } from './price-calendar-store.ts';

interface Parts {
  calendar: PriceCalendarStore;
  brands: BrandPricing;
  mode: SystemMode;
}

/** Behind the line of dates the day is over everywhere on earth. */
const earliestToday = (): string => new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);

/** The lowest prices seen, as travellers of the brand would pay them. Reads Redis and nothing else. */
export function priceCalendarRoute(app: FastifyInstance, { calendar, brands, mode }: Parts): void {
  registerRoute(app, getPriceCalendarContract, async ({ query, request }) => {
    const [currentMode, percent] = await Promise.all([
      mode.current(),
      brands.markupPercent(readBrandKey(request)),
    ]);
    const known = await calendar.read(currentMode, query);
    const first = earliestToday();
    const days = [...known]
      .filter(([date]) => date >= first)
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
