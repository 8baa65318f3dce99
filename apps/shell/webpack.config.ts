import { shellConfig } from '@fareline/tools/webpack';
import { routeTable } from './src/route-table.ts';

export default (serve = false) => shellConfig({ dir: import.meta.dirname, serve, routes: routeTable });
