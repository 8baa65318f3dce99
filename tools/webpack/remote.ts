import { join, relative } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { baseConfig, type BuildOptions } from './base.ts';
import { providedNames } from './provided.ts';
import { serveConfig } from './serve.ts';
import { sharedVersions } from './shared.ts';

export interface RemoteOptions extends BuildOptions {
  /** Name in the release table, and value of `data-mfe` at the root of each screen. */
  name: string;
}

const stylesFolder = join(import.meta.dirname, 'styles');

/** A remote: one exposed module, its routes. What the shell provides is not in it. */
export function remoteConfig(options: RemoteOptions): Configuration {
  const { name, dir, serve = false } = options;
  const base = baseConfig(name, options);
  const sources = relative(stylesFolder, join(dir, 'src'));
  const routes = join(dir, 'src', 'routes.tsx');
  const stylesheet = `${stylesFolder}/remote.css?${new URLSearchParams({ name, sources }).toString()}`;
  const config: Configuration = {
    ...base,
    entry: {},
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
      new ModuleFederationPlugin({
        name,
        filename: serve ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
        exposes: { './routes': routes },
        manifest: serve ? { disableAssetsAnalyze: true } : true,
        dts: false,
        dev: false,
        shareStrategy: 'loaded-first',
        shared: Object.fromEntries(
          Object.entries(sharedVersions).map(([module, version]) => [
            module,
            { singleton: true, requiredVersion: `^${version}`, ...(serve ? {} : { import: false }) },
          ]),
        ),
        experiments: { externalRuntime: !serve, optimization: { target: 'web' } },
        ...(serve ? { library: { type: 'var', name } } : {}),
      }),
    ],
  };
  return serve ? serveConfig(config) : config;
}
