import { join } from 'node:path';
import { runBundler } from '@fareline/tools/bundler';
import { publish } from '@fareline/tools/publish';
import { shellConfig } from '@fareline/tools/webpack';
import { createTemporaryFolder } from '../programs.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const shell = join(root, 'apps', 'shell');

/** The pages that are compared, and the chunk of the screen of each: the page server preloads it. */
const routes = [
  { path: '/', chunk: 'home' },
  { path: '/search', chunk: 'results' },
];

/**
 * The same code as one build: the shell's, with the remotes' routes in it. It is released as a shell that knows no remotes, so
 * that it is served by the same page server with the same page.
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
