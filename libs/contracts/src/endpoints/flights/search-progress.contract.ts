import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { searchProgressQuerySchema } from '../../schemas/search.ts';
import { searchProgress } from './search-progress.ts';

export const searchProgressContract = defineContract(searchProgress, {
  summary: 'Early results of a running search',
  access: 'public',
  query: searchProgressQuerySchema,
  response: z.string().meta({ description: 'text/event-stream' }),
  errors: ['SEARCH_PARAMETERS_MISSING', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'],
});
