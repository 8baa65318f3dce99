import { existsSync } from 'node:fs';
import { join } from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { scriptRule } from './base.ts';
import { workspaceRoot } from './shared.ts';

const prerenderEntry = (dir: string) => join(dir, 'src', 'prerender.tsx');

/** Where a release keeps what the page server runs: a folder, so that no browser is served it. */
export const prerenderFile = 'server/prerender.cjs';

export const hasPrerender = (dir: string): boolean => existsSync(prerenderEntry(dir));

/** What draws a front end's pages on the page server: one file that needs nothing else. */
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
        // The page links the sheets that the browser's build made.
        { test: /\.css$/, type: 'asset/source' },
      ],
    },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    optimization: { minimize: false },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}
