import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import type { AlternativePrices, PriceCalendar, priceCalendarQuerySchema } from './price-calendar.schema.ts';
import type {
  searchPageQuerySchema,
  searchProgressQuerySchema,
  searchRequestSchema,
  SearchResponse,
} from './search.schema.ts';

/** Page 1: the 30 cheapest offers. (API-31) */
export const searchFlights: Endpoint<{
  body: z.input<typeof searchRequestSchema>;
  response: SearchResponse;
}> = {
  method: 'POST',
  path: '/api/flights/search',
};

/** Any page of the same list, in price order. (API-32, API-35) */
export const searchFlightsPage: Endpoint<{
  query: z.input<typeof searchPageQuerySchema>;
  response: SearchResponse;
}> = {
  method: 'GET',
  path: '/api/flights/search',
};

/** Event names of the stream: a SearchProgress, and the end of the stream. */
export const searchProgressEvent = 'progress';
export const searchProgressEndEvent = 'end';

/**
 * Early results of a running search as server-sent events (WHATWG HTML, 9.2): `progress` events that each carry a
 * SearchProgress, then one `end` event. Read-only: it starts no search and makes no provider call. For a cached search the
 * stream ends immediately, for one that no replica is running shortly after.
 */
export const searchProgress: Endpoint<{
  query: z.input<typeof searchProgressQuerySchema>;
  response: string;
}> = {
  method: 'GET',
  path: '/api/flights/search/progress',
};

/** The lowest prices of past searches by departure day; never calls the provider. */
export const getPriceCalendar: Endpoint<{
  query: z.input<typeof priceCalendarQuerySchema>;
  response: PriceCalendar;
}> = {
  method: 'GET',
  path: '/api/flights/price-calendar',
};

/** Prices that past searches have seen for other days and nearby airports; never calls the provider. */
export const getAlternativePrices: Endpoint<{
  query: z.input<typeof searchRequestSchema>;
  response: AlternativePrices;
}> = {
  method: 'GET',
  path: '/api/flights/alternative-prices',
};
