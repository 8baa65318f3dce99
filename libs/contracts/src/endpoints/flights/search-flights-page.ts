import { defineEndpoint } from '../../endpoint.ts';
import { searchPageQuerySchema, searchResponseSchema } from '../../schemas/search.ts';

/** A slice of the same list in price order. (API-32, API-35) */
export const searchFlightsPage = defineEndpoint({
  method: 'GET',
  path: '/api/flights/search',
  summary: 'Search flights, any page',
  query: searchPageQuerySchema,
  response: searchResponseSchema,
  errors: [
    'SEARCH_PARAMETERS_MISSING',
    'VALIDATION_ERROR',
    'SEARCH_BUSY',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});
