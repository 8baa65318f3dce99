import type { RouteObject } from 'react-router';

const offer = () => import(/* webpackChunkName: "offer" */ './offer-details/offer-page.tsx');

/** What this remote shows, and where. (ROUTE-01, ROUTE-07, OFFER-01) */
const routes: RouteObject[] = [
  { path: '/', lazy: () => import(/* webpackChunkName: "home" */ './home/home-page.tsx') },
  { path: '/search', lazy: () => import(/* webpackChunkName: "results" */ './results/results-page.tsx') },
  { path: '/flight', lazy: offer },
  { path: '/flight/:id', lazy: offer },
  { path: '/expedia', lazy: () => import(/* webpackChunkName: "support" */ './support/support-page.tsx') },
];

export default routes;
