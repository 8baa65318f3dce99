import type { ShellManifest } from '@fareline/contracts';

export type PageRoute = ShellManifest['routes'][number];

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function compilePattern(path: string): RegExp {
  const segments = path.split('/').filter(Boolean);
  const source = segments
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : escapeRegExp(segment)))
    .join('/');
  return new RegExp(`^/${source}/?$`, 'i');
}

const patterns = new WeakMap<PageRoute, RegExp>();

/** Finds the route of a path, case-insensitively; undefined if there is none. (ROUTE-09, EDGE-02) */
export function matchPage(routes: readonly PageRoute[], path: string): PageRoute | undefined {
  return routes.find((route) => {
    const pattern = patterns.get(route) ?? compilePattern(route.path);
    patterns.set(route, pattern);
    return pattern.test(path);
  });
}
