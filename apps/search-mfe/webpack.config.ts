import { remoteConfig } from '@fareline/tools/webpack';
import routes from './src/routes.ts';

export default (serve = false) => remoteConfig({ name: 'search', dir: import.meta.dirname, routes, serve });
