import { z } from 'zod';
import { defineContract } from '../contract.ts';
import {
  alternativePricesSchema,
  popularRoutesSchema,
  priceCalendarQuerySchema,
  priceCalendarSchema,
} from './price-calendar.schema.ts';
import {
  searchPageQuerySchema,
  searchProgressQuerySchema,
  searchRequestSchema,
  searchResponseSchema,
} from './search.schema.ts';
import {
  getAlternativePrices,
  getPriceCalendar,
  listPopularRoutes,
  searchFlights,
  searchFlightsPage,
  searchProgress,
} from './endpoints.ts';

export const searchFlightsContract = defineContract(searchFlights, {
  summary: 'Search flights, first page',
  access: 'public',
  body: searchRequestSchema,
  response: searchResponseSchema,
  errors: ['SEARCH_PARAMETERS_MISSING', 'SEARCH_BUSY', 'PROVIDER_UNAVAILABLE'],
});

export const searchFlightsPageContract = defineContract(searchFlightsPage, {
  summary: 'Search flights, any page',
  access: 'public',
  query: searchPageQuerySchema,
  response: searchResponseSchema,
  errors: ['SEARCH_PARAMETERS_MISSING', 'SEARCH_BUSY', 'PROVIDER_UNAVAILABLE'],
});

export const searchProgressContract = defineContract(searchProgress, {
  summary: 'Early results of a running search',
  access: 'public',
  query: searchProgressQuerySchema,
  response: z.string().meta({ description: 'text/event-stream' }),
  errors: ['SEARCH_PARAMETERS_MISSING'],
});

export const getPriceCalendarContract = defineContract(getPriceCalendar, {
  summary: 'Lowest prices of past searches',
  access: 'public',
  query: priceCalendarQuerySchema,
  response: priceCalendarSchema,
});

export const listPopularRoutesContract = defineContract(listPopularRoutes, {
  summary: 'Popular routes with the lowest prices of past searches',
  access: 'public',
  response: popularRoutesSchema,
});

export const getAlternativePricesContract = defineContract(getAlternativePrices, {
  summary: 'Prices of past searches for other days and nearby airports',
  access: 'public',
  query: searchRequestSchema,
  response: alternativePricesSchema,
  errors: ['SEARCH_PARAMETERS_MISSING'],
});
