import { remoteConfig } from '@fareline/tools/webpack';

export default (serve = false) =>
  remoteConfig({
    name: 'search',
    dir: import.meta.dirname,
    screens: { '/': 'home', '/search': 'results', '/flight/:id': 'offer', '/expedia': 'support' },
    prerendered: ['/'],
    serve,
  });
