import { remoteConfig } from '@fareline/tools/webpack';
import routes from './src/routes.ts';

const fragments = { 'next-trip': 'fragments/next-trip-fragment.tsx' };

export default (serve = false) =>
  remoteConfig({ name: 'account', dir: import.meta.dirname, routes, fragments, serve });
