import { join } from 'node:path';
import { runBundler } from '@fareline/tools/bundler';
import { publish } from '@fareline/tools/publish';
import { shellConfig } from '@fareline/tools/webpack';
import { createTemporaryFolder } from '../programs.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const shell = join(root, 'apps', 'shell');

/** The compared pages, and the chunk of the screen of each, which the edge preloads. */
const routes = [
  { path: '/', chunk: 'home' },
  { path: '/search', chunk: 'results' },
];

/**
 * Builds the shell with the routes of the remotes in one bundle, and releases it as a shell without remotes, so that the same edge
 * serves it with the same HTML page. Returns the releases folder.
 */
export async function releaseOneBundle(): Promise<string> {
  const [built, releases] = [
    await createTemporaryFolder('one-bundle'),
    await createTemporaryFolder('one-bundle-releases'),
  ];
  const config = shellConfig({ dir: shell, routes });
  await runBundler({
    ...config,
    devtool: false,
    output: { ...config.output, path: built },
    resolve: {
      ...config.resolve,
      alias: {
        [join(shell, 'src/remotes/remote-loader.ts')]: join(import.meta.dirname, 'bundled-loader.js'),
      },
    },
  });
  await publish(releases, 'shell', built, 'one bundle');
  return releases;
}
