import type { ReleaseTable, Route } from '@fareline/contracts';

/** The front end and the route of a page; `redirect` is set when the requested path redirects to the page. */
export interface PageMatch {
  frontEnd: string;
  route: Route;
  redirect?: string;
}

/** True when a path without `//` matches a pattern, in any mix of upper and lower case; a parameter matches one segment. */
function matches(pattern: string, path: string): boolean {
  const [expected, actual] = [pattern, path].map((text) => text.toLowerCase().split('/').filter(Boolean));
  return (
    expected!.length === actual!.length &&
    expected!.every((segment, index) => segment.startsWith(':') || segment === actual![index])
  );
}

/** Finds the page of a path in the routes of the current releases; undefined if there is none. (ROUTE-09, EDGE-02) */
export function matchPage(releases: ReleaseTable, path: string): PageMatch | undefined {
  const includesPath = (patterns: readonly string[] = []) =>
    patterns.some((pattern) => matches(pattern, path));
  for (const [frontEnd, { routes }] of Object.entries(releases))
    for (const route of routes) {
      if (includesPath([route.path, ...(route.aliases ?? [])])) return { frontEnd, route };
      if (includesPath(route.redirectFrom)) return { frontEnd, route, redirect: route.path };
    }
  return undefined;
}
