import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { searchProgressQuerySchema } from '../../schemas/search.ts';
import { watchSearch } from './watch-search.ts';

export const watchSearchContract = defineContract(watchSearch, {
  summary: 'Early results of a search under way',
  access: 'public',
  query: searchProgressQuerySchema,
  response: z.string().meta({ description: 'text/event-stream' }),
  errors: ['SEARCH_PARAMETERS_MISSING', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'],
});
