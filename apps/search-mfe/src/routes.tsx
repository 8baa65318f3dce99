import type { RouteObject } from 'react-router';

/** What this remote shows, and where. (ROUTE-01, ROUTE-07, OFFER-01) */
const routes: RouteObject[] = [
  { path: '/', lazy: () => import('./home/home-page.tsx') },
  { path: '/search', lazy: () => import('./results/results-page.tsx') },
  { path: '/flight', lazy: () => import('./offer-details/offer-page.tsx') },
  { path: '/flight/:id', lazy: () => import('./offer-details/offer-page.tsx') },
  { path: '/expedia', lazy: () => import('./support/support-page.tsx') },
];

export default routes;
