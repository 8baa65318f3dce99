/** A path of the site and who shows it: a remote, a chunk of the shell itself, or another path that it leads to. */
export interface PageRoute {
  /** In the router's form, such as `/flight/:id`. Matched in any case. */
  path: string;
  remote?: string;
  chunk?: string;
  redirect?: string;
}

const search = (path: string): PageRoute => ({ path, remote: 'search' });
const account = (path: string): PageRoute => ({ path, remote: 'account' });
const info = (path: string, chunk: string): PageRoute => ({ path, chunk: `page-${chunk}` });

/** Every path that has a page. The page server gets this list with each release. (ROUTE-01 to ROUTE-08, OFFER-01) */
export const routeTable: readonly PageRoute[] = [
  search('/'),
  search('/search'),
  { path: '/flight', redirect: '/search' },
  search('/flight/:id'),
  search('/expedia'),
  { path: '/booking', remote: 'booking' },
  account('/my-trips'),
  account('/login'),
  account('/register'),
  account('/forgot-password'),
  account('/reset-password'),
  account('/account-settings'),
  account('/admin-settings'),
  account('/admin/brands'),
  info('/privacy', 'privacy'),
  info('/privacy-policy', 'privacy'),
  info('/terms', 'terms'),
  info('/terms-of-service', 'terms'),
  info('/cookies', 'cookies'),
  info('/cookie-policy', 'cookies'),
  info('/cancellation-policy', 'cancellation'),
  info('/about', 'about'),
  info('/faq', 'faq'),
  info('/contact', 'contact'),
];

/** The remotes that the table speaks of. */
export const remoteNames: readonly string[] = [...new Set(routeTable.flatMap(({ remote }) => remote ?? []))];
