import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { searchRequestSchema, SearchResponse } from '../../schemas/search.ts';

/** Page 1: the 30 cheapest offers. (API-31) */
export const searchFlights: Endpoint<{
  body: z.input<typeof searchRequestSchema>;
  response: SearchResponse;
}> = {
  method: 'POST',
  path: '/api/flights/search',
};
