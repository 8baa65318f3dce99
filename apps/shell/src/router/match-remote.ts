import type { ReleaseTable } from '@fareline/contracts';
import { matchPath } from 'react-router';

/** The remote and the screen of a path; undefined for pages of the shell and for unknown paths. (ROUTE-09) */
export function matchRemote(
  releases: ReleaseTable,
  path: string,
): { remote: string; screen: string } | undefined {
  for (const [remote, { routes }] of Object.entries(releases)) {
    const route = routes.find(({ path: own, aliases = [] }) =>
      [own, ...aliases].some((pattern) => matchPath(pattern, path)),
    );
    if (route) return { remote, screen: route.screen };
  }
  return undefined;
}
