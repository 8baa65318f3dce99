import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { searchProgressQuerySchema } from '../../schemas/search.ts';

/** The event whose data is a SearchProgress, and the one that says that no more will come. */
export const searchProgressEvent = 'progress';
export const searchProgressEndEvent = 'end';

/**
 * What is already known of a search under way, as server-sent events (WHATWG HTML, 9.2): every `progress` event carries a
 * SearchProgress, then one `end` event. Only watches: it starts no search and costs no provider call. A search that is
 * cached, or that nobody asks for, ends at once.
 */
export const watchSearch: Endpoint<{
  query: z.input<typeof searchProgressQuerySchema>;
  response: string;
}> = {
  method: 'GET',
  path: '/api/flights/search/progress',
};
