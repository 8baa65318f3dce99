import { matchPath } from 'react-router';
import { routeTable } from '../route-table.ts';

/** The remote of a path; undefined for pages of the shell and for unknown paths. (ROUTE-09) */
export function matchRemote(path: string): string | undefined {
  return routeTable.find((route) => route.remote && matchPath(route.path, path))?.remote;
}
