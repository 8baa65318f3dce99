import { join } from 'node:path';
import RefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import type { Configuration } from 'webpack';

const refreshRuntime = join(import.meta.dirname, 'refresh-runtime.js');

/** Adds component refresh to a remote under the development server. */
export function serveConfig(config: Configuration, require: NodeJS.Require): Configuration {
  return {
    ...config,
    resolve: {
      ...config.resolve,
      alias: {
        'react-refresh/runtime$': refreshRuntime,
        'react-refresh/runtime.js$': require.resolve('react-refresh/runtime.js'),
      },
    },
    plugins: [
      ...config.plugins!,
      new RefreshPlugin({
        library: String(config.name),
        overlay: false,
        exclude: [/node_modules/, refreshRuntime],
      }),
    ],
  };
}
