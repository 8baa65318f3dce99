import { z } from 'zod';
import {
  airportCodePattern,
  firstPageSize,
  maxPageSize,
  searchRules,
  searchSentences,
  tooManyTravellers,
  travellerLimits,
  wholeListSize,
} from '../search-rules.ts';
import { cabinClassSchema, dateSchema } from './common.ts';
import { offerSchema } from './offer.ts';

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
    .max(max, { error: tooManyTravellers, abort: true })
    .default(0);

/** What is searched for, as the forms, the address of the results and the calls carry it. (API-01, FORM-11, FORM-17 to FORM-20) */
export const searchFieldsSchema = z.object({
  origin: airportCode(searchSentences.origin),
  destination: airportCode(searchSentences.destination),
  departureDate: z.string({ error: searchSentences.departureDate }).pipe(dateSchema),
  returnDate: dateSchema.optional(),
  cabinClass: cabinClassSchema.default('economy'),
  adultsCount: z.coerce
    .number('Invalid input')
    .int('Invalid input')
    .min(1, searchSentences.adultsCount)
    .max(travellerLimits.adults, { error: tooManyTravellers, abort: true })
    .default(1),
  childrenCount: count(travellerLimits.children),
  infantsCount: count(travellerLimits.infants),
});
type SearchFields = z.output<typeof searchFieldsSchema>;

/** Adds the rules between the fields, which the browser checks by the same list. (D9, API-34) */
const withSearchRules = <Schema extends z.ZodType<SearchFields>>(schema: Schema): Schema =>
  searchRules.reduce(
    (checked, { field, message, holds }) => checked.refine(holds, { error: message, path: [field] }),
    schema,
  );

export const searchRequestSchema = withSearchRules(searchFieldsSchema);
export type SearchRequest = z.output<typeof searchRequestSchema>;

export const searchPageQuerySchema = withSearchRules(
  searchFieldsSchema.extend({
    page: z.coerce.number().int().min(1).max(100).default(1),
    limit: z.coerce.number().int().min(1).max(wholeListSize).default(firstPageSize),
  }),
).refine(({ page, limit }) => page === 1 || limit <= maxPageSize, {
  error: `Only page 1 may have more than ${maxPageSize} offers`,
  path: ['limit'],
});

/** What is true of the whole search, whichever page of it is read. */
export const searchFactsSchema = z
  .object({
    /** Whole kilograms of CO2 for one traveller, the median of all offers that tell; null where none does. */
    median_emissions_kg: z.number().int().nullable(),
    /** Minutes of all slices together of the fastest offer; null where none tells. */
    shortest_minutes: z.number().int().nullable(),
  })
  .meta({ id: 'SearchFacts' });
export type SearchFacts = z.output<typeof searchFactsSchema>;

/** `offers` in price order; `total_count` of the whole search. (API-02) */
export const searchResponseSchema = z
  .object({
    /** Another one as soon as the search was made anew: pages of two ids are never parts of one list. (LIST-01) */
    search_id: z.string(),
    offers: z.array(offerSchema),
    total_count: z.number().int(),
    /** When the airlines were asked, ISO 8601 in UTC. */
    searched_at: z.string(),
    facts: searchFactsSchema,
  })
  .meta({ id: 'SearchResponse' });
export type SearchResponse = z.output<typeof searchResponseSchema>;

export const searchProgressQuerySchema = withSearchRules(searchFieldsSchema);

/**
 * A search that the airlines are still answering: the cheapest offers so far, how many there are of each airline, and how
 * far it has come. Batches are counted as the provider counts them.
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
