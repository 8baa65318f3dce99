import { remoteConfig } from '@fareline/tools/webpack';
import routes from './src/routes.ts';

const fragments = {
  airport: 'fragments/airport-fragment.tsx',
  fare: 'fragments/fare-fragment.tsx',
};

export default (serve = false) =>
  remoteConfig({ name: 'search', dir: import.meta.dirname, routes, fragments, serve });
