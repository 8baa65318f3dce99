import { defineContract } from '../../contract.ts';
import { searchRequestSchema, searchResponseSchema } from '../../schemas/search.ts';
import { searchFlights } from './search-flights.ts';

export const searchFlightsContract = defineContract(searchFlights, {
  summary: 'Search flights, first page',
  access: 'public',
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
