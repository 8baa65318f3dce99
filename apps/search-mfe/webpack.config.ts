import { remoteConfig } from '@fareline/tools/webpack';

export default (serve = false) =>
  remoteConfig({
    name: 'search',
    dir: import.meta.dirname,
    screens: { '/': 'home', '/search': 'results', '/flight/:id': 'offer', '/expedia': 'support' },
    prerendered: ['/'],
    sheets: {
      // The page carries it whole where it is drawn ahead: nothing of the other screens is in it.
      'search-home': {
        modules: ['home/home-page.tsx'],
        sources: ['home', 'search-form', 'airports', 'search-query'],
      },
      search: {
        modules: ['results/results-page.tsx', 'offer-details/offer-page.tsx', 'support/support-page.tsx'],
        sources: ['.'],
      },
    },
    serve,
  });
