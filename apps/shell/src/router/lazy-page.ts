import type { ComponentType } from 'react';
import { reportPreloadError } from '../remotes/preload-error.ts';

/**
 * The `lazy` function of a route for a screen of the shell. A failed load is reported as an event and thrown again; when the
 * event is cancelled the route renders nothing. (ROUTE-10)
 */
export function lazyPage(
  load: () => Promise<{ default: ComponentType }>,
): () => Promise<{ Component: ComponentType }> {
  return async () => {
    try {
      return { Component: (await load()).default };
    } catch (error) {
      if (reportPreloadError(error)) throw error;
      return { Component: () => null };
    }
  };
}
