import { shellConfig } from '@fareline/tools/webpack';
import routes from './src/routes.ts';

export default (serve = false) => shellConfig({ dir: import.meta.dirname, routes, serve });
