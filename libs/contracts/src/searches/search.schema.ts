import { z } from 'zod';
import {
  airportCodePattern,
  firstPageSize,
  maxPageSize,
  searchRules,
  searchMessages,
  type SearchRequest,
  tooManyTravellersMessage,
  travellerLimits,
  wholeListSize,
} from './search-rules.ts';
import { cabinClassSchema, dateSchema } from '../common.schema.ts';
import { offerSchema } from '../offers/offer.schema.ts';

const airportCode = (message: string) =>
  z
    .string({ error: message })
    .regex(airportCodePattern, message)
    .transform((code) => code.toUpperCase());

const count = (max: number) =>
  z.coerce
    .number('Invalid input')
    .int('Invalid input')
    .min(0, 'Invalid input')
    .max(max, { error: tooManyTravellersMessage, abort: true })
    .default(0);

/** A search as used by the forms, the URL of the results and the API calls. (API-01, FORM-11, FORM-17 to FORM-20) */
export const searchFieldsSchema = z.object({
  origin: airportCode(searchMessages.origin),
  destination: airportCode(searchMessages.destination),
  departureDate: z.string({ error: searchMessages.departureDate }).pipe(dateSchema),
  returnDate: dateSchema.optional(),
  cabinClass: cabinClassSchema.default('economy'),
  adultsCount: z.coerce
    .number('Invalid input')
    .int('Invalid input')
    .min(1, searchMessages.adultsCount)
    .max(travellerLimits.adults, { error: tooManyTravellersMessage, abort: true })
    .default(1),
  childrenCount: count(travellerLimits.children),
  infantsCount: count(travellerLimits.infants),
});

/** Adds the cross-field rules, which the browser checks with the same list. (API-34) */
const withSearchRules = <Schema extends z.ZodType<SearchRequest>>(schema: Schema): Schema =>
  searchRules.reduce(
    (checked, { field, message, isSatisfied }) =>
      checked.refine(isSatisfied, { error: message, path: [field] }),
    schema,
  );

export const searchRequestSchema = withSearchRules(searchFieldsSchema);
export type { SearchRequest };

export const searchPageQuerySchema = withSearchRules(
  searchFieldsSchema.extend({
    page: z.coerce.number().int().min(1).max(100).default(1),
    limit: z.coerce.number().int().min(1).max(wholeListSize).default(firstPageSize),
  }),
).refine(({ page, limit }) => page === 1 || limit <= maxPageSize, {
  error: `Only page 1 may have more than ${maxPageSize} offers`,
  path: ['limit'],
});

/** Statistics of the whole search, the same on every page. */
export const searchFactsSchema = z
  .object({
    /** Number of different itineraries, each of which may have several offers. (LIST-02) */
    itinerary_count: z.number().int(),
    /** Median CO2 per traveller in whole kilograms, over the itineraries with emissions data; null without any. */
    median_emissions_kg: z.number().int().nullable(),
    /** Total minutes of all slices of the fastest offer; null if no offer has durations. */
    shortest_minutes: z.number().int().nullable(),
  })
  .meta({ id: 'SearchFacts' });
export type SearchFacts = z.output<typeof searchFactsSchema>;

/** `offers` in price order; `total_count` counts the whole search. (API-02) */
export const searchResponseSchema = z
  .object({
    /** Changes when the search is run again: pages with different ids do not belong to one list. (LIST-01) */
    search_id: z.string(),
    offers: z.array(offerSchema),
    total_count: z.number().int(),
    /** When the provider was searched, ISO 8601 in UTC. */
    searched_at: z.string(),
    facts: searchFactsSchema,
  })
  .meta({ id: 'SearchResponse' });
export type SearchResponse = z.output<typeof searchResponseSchema>;

export const searchProgressQuerySchema = withSearchRules(searchFieldsSchema);

/**
 * Progress of a search that airlines are still answering: the cheapest offers so far, the number of offers per airline, and
 * the number of answered batches as counted by the provider.
 */
export const searchProgressSchema = z
  .object({
    offers: z.array(offerSchema).max(3),
    airlines: z.array(
      z.object({ iata_code: z.string().nullable(), name: z.string(), count: z.number().int() }),
    ),
    total_count: z.number().int(),
    answered_batches: z.number().int(),
    total_batches: z.number().int(),
  })
  .meta({ id: 'SearchProgress' });
export type SearchProgress = z.output<typeof searchProgressSchema>;
