import { defineContract } from '../../contract.ts';
import { searchPageQuerySchema, searchResponseSchema } from '../../schemas/search.ts';
import { searchFlightsPage } from './search-flights-page.ts';

export const searchFlightsPageContract = defineContract(searchFlightsPage, {
  summary: 'Search flights, any page',
  access: 'public',
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
