/** A path of the site and who shows it: a remote, a chunk of the shell itself, or another path that it leads to. */
export interface PageRoute {
  /** In the router's form, such as `/flight/:id`. Matched in any case. */
  path: string;
  remote?: string;
  chunk?: string;
  redirect?: string;
}

const searchRoute = (path: string): PageRoute => ({ path, remote: 'search' });
const accountRoute = (path: string): PageRoute => ({ path, remote: 'account' });
const infoRoute = (path: string, chunk: string): PageRoute => ({ path, chunk: `page-${chunk}` });

/** Every path that has a page. The page server gets this list with each release. (ROUTE-01 to ROUTE-08, OFFER-01) */
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

/** The remotes that the table speaks of. */
export const remoteNames: readonly string[] = [...new Set(routeTable.flatMap(({ remote }) => remote ?? []))];
