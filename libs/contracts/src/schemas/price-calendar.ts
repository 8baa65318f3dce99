import { z } from 'zod';
import { amountSchema, cabinClassSchema, dateSchema, iataCodeSchema } from './common.ts';

const travellers = (min: number, fallback: number) =>
  z.coerce.number().int().min(min).max(9).default(fallback);

/** Whose prices are asked for: the same route, kind of trip, cabin and travellers. */
export const priceCalendarQuerySchema = z.object({
  origin: iataCodeSchema,
  destination: iataCodeSchema,
  tripType: z.enum(['one-way', 'round-trip']).default('one-way'),
  cabinClass: cabinClassSchema.default('economy'),
  adultsCount: travellers(1, 1),
  childrenCount: travellers(0, 0),
  infantsCount: travellers(0, 0),
});
export type PriceCalendarQuery = z.output<typeof priceCalendarQuerySchema>;

/** The lowest price seen for a departure day, for all travellers, as a traveller of this brand would pay it. */
export const dayPriceSchema = z
  .object({
    date: dateSchema,
    total_amount: amountSchema,
    total_currency: z.string(),
    /** When a search saw it, ISO 8601 in UTC. */
    seen_at: z.string(),
  })
  .meta({ id: 'DayPrice' });
export type DayPrice = z.output<typeof dayPriceSchema>;

/** Days of which nothing is known are left out. */
export const priceCalendarSchema = z.object({ days: z.array(dayPriceSchema) }).meta({ id: 'PriceCalendar' });
export type PriceCalendar = z.output<typeof priceCalendarSchema>;
