import type { RouteObject } from 'react-router';
import { reportPreloadError } from '../remotes/preload-error.ts';
import { RemoteError } from '../remotes/remote-loader.ts';
import { withTimeout } from '../remotes/with-timeout.ts';

const screenTimeoutMs = 10_000;

/** Adds a timeout to the lazy screens of a remote's routes; a failed load is reported as an event and thrown as a RemoteError. (ROUTE-10) */
export function withScreenTimeout(
  remote: string,
  routes: RouteObject[],
  timeoutMs = screenTimeoutMs,
): RouteObject[] {
  return routes.map((route) => {
    const { lazy, children } = route;
    const guarded = { ...route } as RouteObject;
    if (typeof lazy === 'function') {
      guarded.lazy = async () => {
        try {
          return await withTimeout(
            lazy(),
            timeoutMs,
            `A screen of "${remote}" took longer than ${timeoutMs} ms.`,
          );
        } catch (error) {
          if (reportPreloadError(error)) throw new RemoteError(remote, error);
          return { Component: () => null };
        }
      };
    }
    if (children) guarded.children = withScreenTimeout(remote, children, timeoutMs);
    return guarded;
  });
}
