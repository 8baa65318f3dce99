import type { RouteObject } from 'react-router';
import { reportPreloadError } from '../remotes/preload-error.ts';
import { RemoteError } from '../remotes/remote-loader.ts';
import { within } from '../remotes/within.ts';

const screenLimitMs = 10_000;

/** A remote's routes whose lazy screens must arrive in time; one that does not is reported and raised. (ROUTE-10) */
export function watchedRoutes(remote: string, routes: RouteObject[], limitMs = screenLimitMs): RouteObject[] {
  return routes.map((route) => {
    const { lazy, children } = route;
    const watched = { ...route } as RouteObject;
    if (typeof lazy === 'function') {
      watched.lazy = async () => {
        try {
          return await within(lazy(), limitMs, `A screen of "${remote}" took longer than ${limitMs} ms.`);
        } catch (error) {
          if (reportPreloadError(error)) throw new RemoteError(remote, error);
          return { Component: () => null };
        }
      };
    }
    if (children) watched.children = watchedRoutes(remote, children, limitMs);
    return watched;
  });
}
