import { join } from 'node:path';
import { constants, type BrotliOptions } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import type { Configuration, RuleSetRule } from 'webpack';
import { workspaceRoot } from './shared.ts';

export interface BuildOptions {
  /** Folder of the app, absolute. */
  dir: string;
  /** True under the development server: readable names, refresh, no minifying. */
  serve?: boolean;
}

/** The oldest browsers that scripts and sheets are written for, as major and minor version. */
const targets = { chrome: [111, 0], edge: [111, 0], firefox: [114, 0], safari: [16, 4] } as const;

const scriptTargets = Object.fromEntries(
  Object.entries(targets).map(([browser, version]) => [browser, version.join('.')]),
);
/** A version as Lightning CSS has it: a byte each. */
const styleTargets = Object.fromEntries(
  Object.entries(targets).map(([browser, [major, minor]]) => [browser, (major << 16) | (minor << 8)]),
);

/** How sources become scripts. */
export function scriptRule(name: string, serve: boolean): RuleSetRule {
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
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

/** Puts a `.br` and a `.gz` beside every script, style sheet and drawing, so that no server compresses them again. */
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

/** What every front end is built alike with. */
export function baseConfig(name: string, { dir, serve = false }: BuildOptions): Configuration {
  return {
    name,
    mode: serve ? 'development' : 'production',
    target: 'web',
    // One root for all, so that the ids of shared files are the same whichever app is built.
    context: workspaceRoot,
    devtool: serve ? 'cheap-module-source-map' : 'hidden-source-map',
    output: {
      path: join(dir, 'dist'),
      filename: serve ? '[name].js' : '[name].[contenthash:8].js',
      chunkFilename: serve ? '[name].js' : '[name].[contenthash:8].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      publicPath: 'auto',
      // Sooner than the shell gives up on a screen, so that a retry asks again.
      chunkLoadTimeout: 8000,
      uniqueName: `fareline-${name}`,
      crossOriginLoading: serve ? 'anonymous' : false,
      clean: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    resolveLoader: { modules: [join(workspaceRoot, 'node_modules')] },
    module: {
      rules: [
        scriptRule(name, serve),
        // Only style sheets and the texts of checks do something by being imported: what a chunk does not use of the
        // libraries stays out of it.
        {
          test: /\.tsx?$/,
          include: /libs[\\/](ui-theme|contracts)[\\/]src/,
          exclude: /validation-messages\.ts$/,
          sideEffects: false,
        },
        styleRule,
        { test: /\.(woff2?|png|jpe?g|webp|avif|svg)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: serve ? '[name].css' : '[name].[contenthash:8].css',
        chunkFilename: serve ? '[name].css' : '[name].[contenthash:8].css',
      }),
      ...(serve ? [] : compressionPlugins()),
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
