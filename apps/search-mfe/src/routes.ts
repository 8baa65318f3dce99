import type { RemoteRoute } from '@fareline/contracts';

const offer = { screen: 'offer', file: 'offer-details/offer-page.tsx' };

/** What this remote shows, and where. (ROUTE-01, ROUTE-07, OFFER-01) */
const routes: readonly RemoteRoute[] = [
  { path: '/', screen: 'home', file: 'home/home-page.tsx', prerendered: true },
  { path: '/search', screen: 'results', file: 'results/results-page.tsx' },
  { path: '/flight', ...offer },
  { path: '/flight/:id', ...offer },
  { path: '/expedia', screen: 'support', file: 'support/support-page.tsx' },
];

export default routes;
