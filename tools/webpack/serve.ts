import { createRequire } from 'node:module';
import { join } from 'node:path';
import RefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import type { Configuration } from 'webpack';

const require = createRequire(import.meta.url);
const refreshRuntime = join(import.meta.dirname, 'refresh-runtime.cjs');

/** The first entry of a host that loads remotes from the development server. */
export const refreshHook = join(import.meta.dirname, 'refresh-hook.cjs');

/** Resolves every import of the refresh runtime to the one of the page. */
export const refreshAlias: Record<string, string> = {
  'react-refresh/runtime$': refreshRuntime,
  'react-refresh/runtime.js$': require.resolve('react-refresh/runtime'),
};

/** Adds React refresh to a remote for the development server. */
export function addReactRefresh(config: Configuration): Configuration {
  return {
    ...config,
    resolve: { ...config.resolve, alias: refreshAlias },
    plugins: [
      ...config.plugins!,
      new RefreshPlugin({
        library: String(config.name),
        overlay: false,
        exclude: [/node_modules/, refreshRuntime, refreshHook],
      }),
    ],
  };
}
