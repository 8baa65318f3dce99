import { join } from 'node:path';
import { constants, type BrotliOptions } from 'node:zlib';
import { listNearby, type AirportList, type FullAirportList } from '@fareline/contracts/airports';
import CompressionPlugin from 'compression-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import type { Configuration, RuleSetRule } from 'webpack';
import { IntegrityPlugin } from './integrity.ts';
import { workspaceRoot } from './workspace-root.ts';

export interface BuildOptions {
  /** Absolute path of the app's folder. */
  dir: string;
  /** True for the development server: readable names, React refresh, no hashes, no minification. */
  serve?: boolean;
}

/** The oldest supported browsers, as major and minor version. */
const targets = { chrome: [111, 0], edge: [111, 0], firefox: [114, 0], safari: [16, 4] } as const;

const scriptTargets = Object.fromEntries(
  Object.entries(targets).map(([browser, version]) => [browser, version.join('.')]),
);
/** Lightning CSS encodes a version as one byte each for major, minor and patch. */
const styleTargets = Object.fromEntries(
  Object.entries(targets).map(([browser, [major, minor]]) => [browser, (major << 16) | (minor << 8)]),
);

/** The loader rule for TypeScript sources. */
export function scriptRule(name: string, serve: boolean): RuleSetRule {
  return {
    test: /\.[jt]sx?$/,
    exclude: /node_modules[\\/](?!@fareline[\\/])/,
    loader: 'swc-loader',
    options: {
      env: { targets: scriptTargets },
      sourceMaps: true,
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: {
          react: { runtime: 'automatic', development: serve, refresh: serve && name !== 'shell' },
        },
      },
    },
  };
}

const styleRule: RuleSetRule = {
  test: /\.css$/,
  sideEffects: true,
  use: [
    MiniCssExtractPlugin.loader,
    { loader: 'css-loader', options: { importLoaders: 1 } },
    {
      loader: 'postcss-loader',
      options: {
        postcssOptions: {
          config: false,
          plugins: [['@tailwindcss/postcss', { optimize: false }]],
        },
      },
    },
  ],
};

/** Writes a `.br` and a `.gz` file for every script, style sheet and SVG, so that the server does not compress them per request. */
function compressionPlugins() {
  const common = { test: /\.(js|css|svg)$/, threshold: 1024 };
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return [
    new CompressionPlugin<BrotliOptions>({
      ...common,
      algorithm: 'brotliCompress',
      compressionOptions: { params },
      filename: '[path][base].br',
    }),
    new CompressionPlugin({ ...common, algorithm: 'gzip', filename: '[path][base].gz' }),
  ];
}

/** The list of airports with what is near, in place of what only servers read, such as positions. */
function selectBrowserColumns(text: string): AirportList {
  const list = JSON.parse(text) as FullAirportList;
  return {
    ...list,
    nearby: listNearby(list.airports),
    airports: list.airports.map(([code, name, city, country, region]) => [code, name, city, country, region]),
  };
}

/** The webpack configuration that all front ends have in common. */
export function baseConfig(name: string, { dir, serve = false }: BuildOptions): Configuration {
  return {
    name,
    mode: serve ? 'development' : 'production',
    target: 'web',
    // The same root for all apps, so that shared files get the same module ids in every build.
    context: workspaceRoot,
    devtool: serve ? 'cheap-module-source-map' : 'hidden-source-map',
    output: {
      path: join(dir, 'dist'),
      filename: serve ? '[name].js' : '[name].[contenthash:8].js',
      chunkFilename: serve ? '[name].js' : '[name].[contenthash:8].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      publicPath: 'auto',
      // The longest time of a timer: a chunk that is slow is waited for, and fails only with an error. (CARE-05)
      chunkLoadTimeout: 2 ** 31 - 1,
      uniqueName: `fareline-${name}`,
      crossOriginLoading: serve ? 'anonymous' : false,
      clean: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    resolveLoader: { modules: [join(workspaceRoot, 'node_modules')] },
    module: {
      rules: [
        scriptRule(name, serve),
        // Library modules without side effects are dropped from chunks that do not use them; only the validation messages
        // (and style sheets) have side effects on import.
        {
          test: /\.[jt]sx?$/,
          include: /(libs|@fareline)[\\/](ui-theme|presentation|contracts)[\\/]src/,
          exclude: /validation-messages\.[jt]s$/,
          sideEffects: false,
        },
        styleRule,
        { test: /airports\.json$/, type: 'json', parser: { parse: selectBrowserColumns } },
        { test: /\.(woff2?|png|jpe?g|webp|avif|svg)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: serve ? '[name].css' : '[name].[contenthash:8].css',
        chunkFilename: serve ? '[name].css' : '[name].[contenthash:8].css',
      }),
      ...(serve ? [] : [new IntegrityPlugin(), ...compressionPlugins()]),
    ],
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: serve ? 'named' : 'deterministic',
      minimizer: [
        new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false }),
        new MinimizerPlugin({
          test: /\.css$/,
          minify: MinimizerPlugin.lightningCssMinify,
          minimizerOptions: { targets: styleTargets },
        }),
      ],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}
