import { join, relative } from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { baseConfig, type BuildOptions } from './base.ts';
import { providedNames } from './provided.ts';
import { RemoteManifestPlugin } from './remote-manifest-plugin.ts';
import { serveConfig } from './serve.ts';
import { sharedVersions } from './shared.ts';

export interface RemoteOptions extends BuildOptions {
  /** Name in the release table, and value of `data-mfe` at the root of each screen. */
  name: string;
  /** Its paths, to the webpackChunkName of the import of their screen: the page server has those fetched at once. */
  screens: Readonly<Record<string, string>>;
  /** Those of its paths that `src/prerender.tsx` can draw before any script runs. */
  prerendered?: readonly string[];
}

const stylesFolder = join(import.meta.dirname, 'styles');

/** A remote: one exposed module, its routes. What the shell provides is not in it. */
export function remoteConfig(options: RemoteOptions): Configuration {
  const { name, dir, screens, prerendered = [], serve = false } = options;
  const container = `fareline_${name}`;
  const base = baseConfig(name, options);
  const sources = relative(stylesFolder, join(dir, 'src'));
  const routes = join(dir, 'src', 'routes.tsx');
  const stylesheet = `${stylesFolder}/remote.css?${new URLSearchParams({ name, sources }).toString()}`;
  const config: Configuration = {
    ...base,
    entry: {},
    // The shell forgets what has arrived under this name before it takes another release of a remote.
    output: { ...base.output, chunkLoadingGlobal: `${container}_chunks` },
    module: {
      rules: [
        ...base.module!.rules!,
        {
          test: /remote\.css$/,
          include: stylesFolder,
          enforce: 'pre',
          loader: join(import.meta.dirname, 'remote-styles-loader.cjs'),
        },
        {
          test: /\.tsx?$/,
          include: join(dir, 'src'),
          enforce: 'pre',
          loader: join(import.meta.dirname, 'check-provided-loader.cjs'),
          options: { names: providedNames },
        },
        {
          test: routes,
          enforce: 'pre',
          loader: join(import.meta.dirname, 'routes-styles-loader.cjs'),
          options: { stylesheet },
        },
      ],
    },
    plugins: [
      ...base.plugins!,
      new webpack.container.ModuleFederationPlugin({
        name: container,
        library: { type: 'window', name: container },
        filename: serve ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
        exposes: { './routes': { import: routes, name: 'routes' } },
        shared: Object.fromEntries(
          Object.entries(sharedVersions).map(([module, version]) => [
            module,
            { singleton: true, requiredVersion: `^${version}`, import: false },
          ]),
        ),
      }),
      new RemoteManifestPlugin({ container, screens, prerendered: serve ? [] : prerendered }),
    ],
  };
  return serve ? serveConfig(config) : config;
}
