import { join } from 'node:path';
import { releaseFormat, type RemoteRoute } from '@fareline/contracts';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { baseConfig, type BuildOptions } from './base.ts';
import { addReactRefresh } from './serve.ts';
import { remoteShared } from './shared.ts';
import { StableIdsPlugin } from './stable-ids.ts';

export interface RemoteOptions extends BuildOptions {
  /** Name in the release table and in the `MfeScope` of its screens. */
  name: string;
  routes: readonly RemoteRoute[];
  /** Files of what it shows on the pages of other front ends, below `src`, by name (`FragmentProps`). */
  fragments?: Record<string, string>;
}

/** The configuration of a remote: exposes each of its screens and fragments, with its routes in the manifest and one style sheet for all (`src/styles.css`). */
export function remoteConfig({
  name,
  dir,
  routes,
  fragments = {},
  serve = false,
}: RemoteOptions): Configuration {
  const base = baseConfig(name, { dir, serve });
  const src = join(dir, 'src');
  const screens = routes.map(({ screen, file }) => [screen, file] as const);
  const exposed = [...screens, ...Object.entries(fragments)].map(([exposedAs, file]) => [
    `./${exposedAs}`,
    { import: join(src, file), name: exposedAs },
  ]);
  const container = `fareline_${name}`;
  const config: Configuration = {
    ...base,
    entry: {},
    // The federation plugin logs a warning for `publicPath: 'auto'`.
    infrastructureLogging: { level: 'error' },
    output: { ...base.output, uniqueName: container, chunkLoadingGlobal: `${container}_chunks` },
    optimization: {
      ...base.optimization,
      splitChunks: {
        // The container's entry stays one file.
        chunks: (chunk) => chunk.name !== container,
        cacheGroups: {
          styles: { name: 'styles', type: 'css/mini-extract', enforce: true },
        },
      },
    },
    plugins: [
      ...base.plugins!,
      new StableIdsPlugin(),
      new ModuleFederationPlugin({
        name: container,
        filename: serve ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
        exposes: Object.fromEntries(exposed),
        shared: remoteShared,
        shareStrategy: 'loaded-first',
        runtimePlugins: ['nonce.ts', 'retry-chunks.ts'].map((file) => join(import.meta.dirname, file)),
        // Release command and edge read the routes and their files from the manifest; they do not execute a remote's code.
        manifest: {
          disableAssetsAnalyze: serve,
          additionalData({ stats }) {
            Object.assign(stats.metaData, {
              format: releaseFormat,
              routes: routes.map(({ file: _, ...route }) => route),
            });
            return stats;
          },
        },
        dts: false,
        experiments: { externalRuntime: true, optimization: { target: 'web' } },
      }),
    ],
  };
  return serve ? addReactRefresh(config) : config;
}
