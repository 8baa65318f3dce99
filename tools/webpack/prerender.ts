import { existsSync } from 'node:fs';
import { join } from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { scriptRule } from './base.ts';
import { workspaceRoot } from './workspace-root.ts';

const prerenderEntry = (dir: string) => join(dir, 'src', 'prerender.tsx');

/** The path of the prerender bundle in a release; files in folders are not served to browsers. */
export const prerenderFile = 'server/prerender.cjs';

export const hasPrerender = (dir: string): boolean => existsSync(prerenderEntry(dir));

/** The configuration for the bundle that prerenders a front end's pages in Node: one file without further imports. */
export function prerenderConfig(name: string, dir: string, output: string): Configuration {
  return {
    name: `${name}-prerender`,
    mode: 'production',
    target: 'node',
    context: workspaceRoot,
    devtool: false,
    entry: prerenderEntry(dir),
    output: { path: output, filename: prerenderFile, library: { type: 'commonjs2' } },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    resolveLoader: { modules: [join(workspaceRoot, 'node_modules')] },
    module: {
      rules: [
        scriptRule(name, false),
        // The page links the style sheets of the browser build, so the imports here have no effect.
        { test: /\.css$/, type: 'asset/source' },
      ],
    },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    optimization: { minimize: false },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}
