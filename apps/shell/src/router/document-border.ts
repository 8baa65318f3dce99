import { redirectDocument, type RouteObject } from 'react-router';

const isBelow = (parent: string, path: string): boolean => `${path.toLowerCase()}/`.startsWith(`${parent}/`);

/**
 * Returns the route, or where it and the current page are on different sides of `documentPath`, one that loads the document:
 * the policy of a page is that of its document. (ELEMENT-04)
 */
export function toDocumentRoute(route: RouteObject, documentPath: string | undefined): RouteObject {
  const { path } = route;
  if (documentPath === undefined || path === undefined) return route;
  if (isBelow(documentPath, path) === isBelow(documentPath, window.location.pathname)) return route;
  return { path, loader: ({ request }) => redirectDocument(request.url) };
}
