import type { RemoteRoute } from '@fareline/contracts';

/** The routes of this remote. (ROUTE-01, ROUTE-07, OFFER-01) */
const routes: readonly RemoteRoute[] = [
  { path: '/', screen: 'home', file: 'home/home-page.tsx', prerendered: true },
  { path: '/search', screen: 'results', file: 'results/results-page.tsx', redirectFrom: ['/flight'] },
  { path: '/flight/:id', screen: 'offer', file: 'offer-details/offer-page.tsx' },
  { path: '/expedia', screen: 'support', file: 'support/support-page.tsx', prerendered: true },
];

export default routes;
