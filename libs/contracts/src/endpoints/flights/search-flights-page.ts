import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { searchPageQuerySchema, SearchResponse } from '../../schemas/search.ts';

/** Any page of the same list, in price order. (API-32, API-35) */
export const searchFlightsPage: Endpoint<{
  query: z.input<typeof searchPageQuerySchema>;
  response: SearchResponse;
}> = {
  method: 'GET',
  path: '/api/flights/search',
};
