import { releaseFormat, type Route, type ShellManifest } from '@fareline/contracts';
import webpack, { type Configuration } from 'webpack';
import { WebpackManifestPlugin, type ManifestPluginOptions } from 'webpack-manifest-plugin';
import { baseConfig, type BuildOptions } from './base.ts';
import { prerenderFile } from './prerender.ts';
import { refreshAlias, refreshHook } from './serve.ts';
import { sharedVersions } from './shared.ts';

type BuiltFile = Parameters<NonNullable<ManifestPluginOptions['generate']>>[1][number];

/** The files of each named lazy chunk, including the chunks that it depends on. */
function collectChunks(files: readonly BuiltFile[]): Record<string, string[]> {
  const chunks: Record<string, Set<string>> = {};
  for (const { name, chunk } of files) {
    if (!chunk || chunk.canBeInitial() || name.endsWith('.map')) continue;
    for (const group of chunk.groupsIterable) if (group.name) (chunks[group.name] ??= new Set()).add(name);
  }
  return Object.fromEntries(Object.entries(chunks).map(([name, all]) => [name, [...all]]));
}

/** Writes `manifest.json`: the data of the shell's build for the edge and the release command. */
function manifestPlugin(routes: readonly Route[], frame: string | undefined): WebpackManifestPlugin {
  return new WebpackManifestPlugin({
    fileName: 'manifest.json',
    publicPath: '',
    useEntryKeys: false,
    map: (file) => ({ ...file, name: file.path }),
    generate(_seed, files, entries) {
      const entry = entries.main ?? [];
      const chunks = collectChunks(files);
      for (const { path, screen } of routes)
        if (!chunks[screen]) throw new Error(`The screen "${screen}" of ${path} is not the name of a chunk.`);
      const manifest: ShellManifest = {
        format: releaseFormat,
        scripts: entry.filter((file) => file.endsWith('.js')),
        styles: entry.filter((file) => file.endsWith('.css')),
        fonts: files
          .map(({ name }) => name)
          .filter((file) => /latin-wght-normal.*\.woff2$/.test(file) && !file.includes('-ext-')),
        chunks,
        // JSON omits the functions that load the pages.
        routes: [...routes],
        shared: sharedVersions,
        frame,
      };
      return { ...manifest };
    },
  });
}

/**
 * The configuration of the shell: an ordinary build without federation plugin and without names or URLs of remotes. Its
 * federation runtime is a lazy chunk (`src/remotes/federation.ts`) that reads the release table at run time.
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
        // Removes the federation runtime's code for servers.
        ENV_TARGET: JSON.stringify('web'),
      }),
      manifestPlugin(options.routes, options.serve ? undefined : prerenderFile),
    ],
    optimization: {
      ...base.optimization,
      splitChunks: {
        // The federation chunk is needed for the first screen of every remote, so it is one file.
        chunks: (chunk) => !chunk.canBeInitial() && chunk.name !== 'federation',
        cacheGroups: {
          // Changes less often than the shell, so it stays in the browser cache across most releases.
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
