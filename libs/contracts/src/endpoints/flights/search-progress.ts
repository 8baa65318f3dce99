import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { searchProgressQuerySchema } from '../../schemas/search.ts';

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
