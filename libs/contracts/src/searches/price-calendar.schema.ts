import { z } from 'zod';
import { amountSchema, cabinClassSchema, dateSchema, iataCodeSchema } from '../common.schema.ts';

const travellerCount = (min: number, fallback: number) =>
  z.coerce.number().int().min(min).max(9).default(fallback);

/** Prices are comparable for the same route, trip type, cabin and travellers. */
export const priceCalendarQuerySchema = z.object({
  origin: iataCodeSchema,
  destination: iataCodeSchema,
  tripType: z.enum(['one-way', 'round-trip']).default('one-way'),
  cabinClass: cabinClassSchema.default('economy'),
  adultsCount: travellerCount(1, 1),
  childrenCount: travellerCount(0, 0),
  infantsCount: travellerCount(0, 0),
});
export type PriceCalendarQuery = z.output<typeof priceCalendarQuerySchema>;

/** The lowest price found for a departure day, for all travellers together and with the brand's markup. */
export const dayPriceSchema = z
  .object({
    date: dateSchema,
    total_amount: amountSchema,
    total_currency: z.string(),
    /** When a search found it, ISO 8601 in UTC. */
    seen_at: z.string(),
  })
  .meta({ id: 'DayPrice' });
export type DayPrice = z.output<typeof dayPriceSchema>;

/** Days without a known price are omitted. */
export const priceCalendarSchema = z.object({ days: z.array(dayPriceSchema) }).meta({ id: 'PriceCalendar' });
export type PriceCalendar = z.output<typeof priceCalendarSchema>;

const nearbyAirportSchema = z.object({
  iata_code: z.string(),
  /** Without the word airport: "London Heathrow". */
  name: z.string(),
});

const nearbyRouteSchema = z.object({ origin: nearbyAirportSchema, destination: nearbyAirportSchema });

/** A past search for the same days from or to another airport nearby. */
export const nearbyPriceSchema = nearbyRouteSchema
  .extend({
    total_amount: amountSchema,
    total_currency: z.string(),
    /** ISO 8601 in UTC. */
    seen_at: z.string(),
  })
  .meta({ id: 'NearbyPrice' });
export type NearbyPrice = z.output<typeof nearbyPriceSchema>;

/** Prices that past searches have seen, for all travellers together and with the brand's markup. */
export const alternativePricesSchema = z
  .object({
    /** The same trip, with the same length, on the days around the departure; days without a seen price are omitted. */
    days: z.array(dayPriceSchema),
    /** Cheapest first; at most one airport differs from the search. */
    nearby: z.array(nearbyPriceSchema),
    /** From or to another airport nearby, whether a price was seen or not; those of larger airports first. */
    nearby_routes: z.array(nearbyRouteSchema),
  })
  .meta({ id: 'AlternativePrices' });
export type AlternativePrices = z.output<typeof alternativePricesSchema>;

const cityAirportSchema = z.object({ iata_code: z.string(), city_name: z.string() });

/** The lowest price that the searches of a week have seen for one adult in economy, with the brand's markup. */
export const popularRouteSchema = z
  .object({
    origin: cityAirportSchema,
    destination: cityAirportSchema,
    departure_date: dateSchema,
    /** Null for a one-way trip. */
    return_date: dateSchema.nullable(),
    total_amount: amountSchema,
    total_currency: z.string(),
    /** ISO 8601 in UTC. */
    seen_at: z.string(),
  })
  .meta({ id: 'PopularRoute' });
export type PopularRoute = z.output<typeof popularRouteSchema>;

/** Most searched first; at most six. */
export const popularRoutesSchema = z
  .object({ routes: z.array(popularRouteSchema).max(6) })
  .meta({ id: 'PopularRoutes' });
export type PopularRoutes = z.output<typeof popularRoutesSchema>;
