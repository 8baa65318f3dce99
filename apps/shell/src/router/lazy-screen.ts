import { reportPreloadError } from '../remotes/preload-error.ts';
import type { Screen } from '../remotes/remote-loader.ts';

/**
 * The `lazy` function of a route. A failed load is reported as an event and thrown again; when the event is cancelled the route
 * renders nothing. (ROUTE-10)
 */
export function lazyScreen(load: () => Promise<Screen>): () => Promise<Screen> {
  return async () => {
    try {
      return await load();
    } catch (error) {
      if (reportPreloadError(error)) throw error;
      return { Component: () => null };
    }
  };
}
