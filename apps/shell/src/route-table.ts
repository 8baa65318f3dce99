/** A path with its target: a remote, a chunk of the shell, or a redirect. */
export interface PageRoute {
  /** A path pattern of the router, such as `/flight/:id`; matched case-insensitively. */
  path: string;
  remote?: string;
  chunk?: string;
  redirect?: string;
}

const searchRoute = (path: string): PageRoute => ({ path, remote: 'search' });
const accountRoute = (path: string): PageRoute => ({ path, remote: 'account' });
const infoRoute = (path: string, chunk: string): PageRoute => ({ path, chunk: `page-${chunk}` });

/** All paths with a page; part of the shell's release manifest. (ROUTE-01 to ROUTE-08, OFFER-01) */
export const routeTable: readonly PageRoute[] = [
  searchRoute('/'),
  searchRoute('/search'),
  { path: '/flight', redirect: '/search' },
  searchRoute('/flight/:id'),
  searchRoute('/expedia'),
  { path: '/booking', remote: 'booking' },
  accountRoute('/my-trips'),
  accountRoute('/login'),
  accountRoute('/register'),
  accountRoute('/forgot-password'),
  accountRoute('/reset-password'),
  accountRoute('/account-settings'),
  accountRoute('/admin-settings'),
  accountRoute('/admin/brands'),
  infoRoute('/privacy', 'privacy'),
  infoRoute('/privacy-policy', 'privacy'),
  infoRoute('/terms', 'terms'),
  infoRoute('/terms-of-service', 'terms'),
  infoRoute('/cookies', 'cookies'),
  infoRoute('/cookie-policy', 'cookies'),
  infoRoute('/cancellation-policy', 'cancellation'),
  infoRoute('/about', 'about'),
  infoRoute('/faq', 'faq'),
  infoRoute('/contact', 'contact'),
];

/** The remotes in the route table. */
export const remoteNames: readonly string[] = [...new Set(routeTable.flatMap(({ remote }) => remote ?? []))];
