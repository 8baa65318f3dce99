import { join } from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { baseConfig, type BuildOptions } from './base.ts';
import { providedNames } from './provided.ts';
import { RemoteManifestPlugin } from './remote-manifest-plugin.ts';
import { serveConfig } from './serve.ts';
import { CheckSheetsPlugin, sheetRules, type Sheets } from './sheets.ts';
import { sharedVersions } from './shared.ts';

export interface RemoteOptions extends BuildOptions {
  /** Name in the release table, and of the scope (`MfeScope`) of its screens. */
  name: string;
  /** Its paths, to the webpackChunkName of the import of their screen: the page server has those fetched at once. */
  screens: Readonly<Record<string, string>>;
  /** Those of its paths that `src/prerender.tsx` can draw before any script runs. Their chunks share nothing with others. */
  prerendered?: readonly string[];
  /** One for all screens, where nothing is said. A screen with one of its own has a scope of its own. */
  sheets?: Sheets;
}

/** A remote: one exposed module, its routes. What the shell provides is not in it. */
export function remoteConfig(options: RemoteOptions): Configuration {
  const { name, dir, screens, prerendered = [], serve = false } = options;
  const { sheets = { [name]: { modules: ['routes.tsx'], sources: ['.'] } } } = options;
  const container = `fareline_${name}`;
  const base = baseConfig(name, options);
  const routes = join(dir, 'src', 'routes.tsx');
  const whole = new Set<string | null | undefined>(prerendered.map((path) => screens[path]));
  const config: Configuration = {
    ...base,
    entry: {},
    // The shell forgets what has arrived under this name before it takes another release of a remote.
    output: { ...base.output, chunkLoadingGlobal: `${container}_chunks` },
    module: {
      rules: [
        ...base.module!.rules!,
        ...sheetRules(dir, sheets),
        {
          test: /\.tsx?$/,
          include: join(dir, 'src'),
          enforce: 'pre',
          loader: join(import.meta.dirname, 'check-provided-loader.cjs'),
          options: { names: providedNames },
        },
      ],
    },
    optimization: {
      ...base.optimization,
      // Where visitors arrive, one file is fewer bytes than two; nearly nothing of it is on other screens.
      splitChunks: { chunks: (chunk) => !chunk.canBeInitial() && !whole.has(chunk.name) },
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
      new CheckSheetsPlugin(dir, sheets),
      new RemoteManifestPlugin({ container, screens, prerendered: serve ? [] : prerendered }),
    ],
  };
  return serve ? serveConfig(config) : config;
}
