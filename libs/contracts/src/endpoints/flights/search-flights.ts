import { defineEndpoint } from '../../endpoint.ts';
import { searchRequestSchema, searchResponseSchema } from '../../schemas/search.ts';

/** Page 1: the 30 cheapest offers. (API-31) */
export const searchFlights = defineEndpoint({
  method: 'POST',
  path: '/api/flights/search',
  summary: 'Search flights, first page',
  body: searchRequestSchema,
  response: searchResponseSchema,
  errors: [
    'SEARCH_PARAMETERS_MISSING',
    'VALIDATION_ERROR',
    'SEARCH_BUSY',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});
