import type { ComponentType } from 'react';
import { reportPreloadError } from '../remotes/preload-error.ts';

/**
 * A route's `lazy` for a screen of the shell. A failure is reported as an event and raised again; where the event was
 * cancelled the navigation stays where it is. (ROUTE-10)
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
