import { matchPath } from 'react-router';
import { routeTable } from '../route-table.ts';

/** The remote that shows a path; undefined for the shell's own pages and for unknown paths. (ROUTE-09) */
export function matchRemote(path: string): string | undefined {
  return routeTable.find((route) => route.remote && matchPath(route.path, path))?.remote;
}
