import type { ShellManifest } from '@fareline/contracts';
import webpack, { type Configuration } from 'webpack';
import { baseConfig, type BuildOptions } from './base.ts';
import { refreshAlias, refreshHook } from './serve.ts';
import { ShellManifestPlugin } from './manifest-plugin.ts';
import { prerenderFile } from './prerender.ts';
import { sharedVersions } from './shared.ts';

/**
 * The host is an ordinary build: no federation plugin, no remote's name or address. It fills the share scope
 * by hand and asks the remotes' containers itself, which makes the page as light as one bundle would be.
 */
export function shellConfig(
  options: BuildOptions & { routes: readonly ShellManifest['routes'][number][] },
): Configuration {
  const base = baseConfig('shell', options);
  return {
    ...base,
    entry: { main: [...(options.serve ? [refreshHook] : []), `${options.dir}/src/main.tsx`] },
    resolve: { ...base.resolve, alias: options.serve ? refreshAlias : {} },
    plugins: [
      ...base.plugins!,
      new webpack.DefinePlugin({ SHARED_VERSIONS: JSON.stringify(sharedVersions) }),
      new ShellManifestPlugin(options.routes, options.serve ? undefined : prerenderFile),
    ],
    optimization: {
      ...base.optimization,
      splitChunks: {
        cacheGroups: {
          // Outlives most releases of the shell in the visitors' caches.
          vendor: {
            name: 'vendor',
            chunks: 'initial',
            test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
            enforce: true,
          },
        },
      },
    },
  };
}
