import { redirectDocument, type RouteObject } from 'react-router';

/** Groups of paths whose pages have a policy of their own. */
export type DocumentGroups = readonly (readonly string[])[];

const isBelow = (parent: string, path: string): boolean => `${path.toLowerCase()}/`.startsWith(`${parent}/`);

const findGroup = (groups: DocumentGroups, path: string) =>
  groups.findIndex((group) => group.some((parent) => isBelow(parent, path)));

/**
 * Returns the route, or where it and the current page are in different groups, one that loads the document: the policy of a
 * page is that of its document. (ELEMENT-04)
 */
export function toDocumentRoute(route: RouteObject, groups: DocumentGroups): RouteObject {
  const { path } = route;
  if (path === undefined) return route;
  if (findGroup(groups, path) === findGroup(groups, window.location.pathname)) return route;
  return { path, loader: ({ request }) => redirectDocument(request.url) };
}
