import type { ShellManifest } from '@fareline/contracts';
import webpack, { type Configuration } from 'webpack';
import { WebpackManifestPlugin, type ManifestPluginOptions } from 'webpack-manifest-plugin';
import { baseConfig, type BuildOptions } from './base.ts';
import { prerenderFile } from './prerender.ts';
import { refreshAlias, refreshHook } from './serve.ts';
import { sharedVersions } from './shared.ts';

type Route = ShellManifest['routes'][number];
type BuiltFile = Parameters<NonNullable<ManifestPluginOptions['generate']>>[1][number];

/** Files of each lazy chunk that has a name, with those that it cannot do without. */
function collectChunks(files: readonly BuiltFile[]): Record<string, string[]> {
  const chunks: Record<string, Set<string>> = {};
  for (const { name, chunk } of files) {
    if (!chunk || chunk.canBeInitial() || name.endsWith('.map')) continue;
    for (const group of chunk.groupsIterable) if (group.name) (chunks[group.name] ??= new Set()).add(name);
  }
  return Object.fromEntries(Object.entries(chunks).map(([name, all]) => [name, [...all]]));
}

/** `manifest.json`: what the page server and the release command need to know of the shell's build. */
function manifestPlugin(routes: readonly Route[], frame: string | undefined): WebpackManifestPlugin {
  return new WebpackManifestPlugin({
    fileName: 'manifest.json',
    publicPath: '',
    useEntryKeys: false,
    map: (file) => ({ ...file, name: file.path }),
    generate(_seed, files, entries) {
      const entry = entries.main ?? [];
      const manifest: ShellManifest = {
        scripts: entry.filter((file) => file.endsWith('.js')),
        styles: entry.filter((file) => file.endsWith('.css')),
        fonts: files
          .map(({ name }) => name)
          .filter((file) => /latin-wght-normal.*\.woff2$/.test(file) && !file.includes('-ext-')),
        chunks: collectChunks(files),
        routes: [...routes],
        shared: sharedVersions,
        frame,
      };
      return { ...manifest };
    },
  });
}

/**
 * The host is an ordinary build: no federation plugin, no remote's name or address. Its federation runtime is a lazy chunk
 * (`src/remotes/federation.ts`) that learns at run time what is released.
 */
export function shellConfig(options: BuildOptions & { routes: readonly Route[] }): Configuration {
  const base = baseConfig('shell', options);
  return {
    ...base,
    entry: { main: [...(options.serve ? [refreshHook] : []), `${options.dir}/src/main.tsx`] },
    resolve: { ...base.resolve, alias: options.serve ? refreshAlias : {} },
    plugins: [
      ...base.plugins!,
      new webpack.DefinePlugin({
        SHARED_VERSIONS: JSON.stringify(sharedVersions),
        // Leaves out what the federation runtime has for servers.
        ENV_TARGET: JSON.stringify('web'),
      }),
      manifestPlugin(options.routes, options.serve ? undefined : prerenderFile),
    ],
    optimization: {
      ...base.optimization,
      splitChunks: {
        // Stands on the way to every first screen of a remote: one file.
        chunks: (chunk) => !chunk.canBeInitial() && chunk.name !== 'federation',
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
