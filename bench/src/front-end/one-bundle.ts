import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RemoteRoute } from '@fareline/contracts';
import { runBundler } from '@fareline/tools/bundler';
import { getReleaseStorage, listFrontEnds, type FrontEnd } from '@fareline/tools/front-ends';
import { publish } from '@fareline/tools/publish';
import { loadSigningKey } from '@fareline/tools/signing-key';
import { shellConfig } from '@fareline/tools/webpack';
import { createTemporaryFolder } from '../programs.ts';

interface Remote extends FrontEnd {
  routes: RemoteRoute[];
}

async function readRemote(frontEnd: FrontEnd): Promise<Remote> {
  const file = pathToFileURL(join(frontEnd.dir, 'src', 'routes.ts')).href;
  return { ...frontEnd, routes: ((await import(file)) as { default: RemoteRoute[] }).default };
}

/** The source of a module that replaces the shell's remote loader: it bundles the routes, and the screens as lazy chunks. */
function createLoaderSource(remotes: readonly Remote[]): string {
  const table = Object.fromEntries(remotes.map(({ name, routes }) => [name, { routes }]));
  const screens = remotes.flatMap(({ name, dir, routes }) =>
    routes.map(
      ({ screen, file }) =>
        `'${name}/${screen}': () => import(/* webpackChunkName: "${screen}" */ '${join(dir, 'src', file)}'),`,
    ),
  );
  return `const screens = {${screens.join('\n')}};
export class RemoteError extends Error {}
export const createRemoteLoader = () => ({
  getRemotes: () => Promise.resolve(${JSON.stringify(table)}),
  loadScreen: (remote, screen) => screens[remote + '/' + screen](),
  preload: () => undefined,
  invalidate: () => undefined,
  getVersion: () => undefined,
});
`;
}

/**
 * Builds the shell with the routes of the remotes in one bundle, and releases it as a shell without remotes, so that the same edge
 * serves it with the same HTML page. Returns the releases folder.
 */
export async function releaseOneBundle(): Promise<string> {
  const [built, releases] = [
    await createTemporaryFolder('one-bundle'),
    await createTemporaryFolder('one-bundle-releases'),
  ];
  const frontEnds = listFrontEnds();
  const { dir: shell } = frontEnds.find(({ name }) => name === 'shell')!;
  const remotes = await Promise.all(frontEnds.filter(({ name }) => name !== 'shell').map(readRemote));
  const loader = join(await createTemporaryFolder('one-bundle-loader'), 'loader.js');
  await writeFile(loader, createLoaderSource(remotes));
  // In the shell's manifest a screen is a chunk, which the edge preloads.
  const routes = remotes.flatMap((remote) => remote.routes);
  const config = shellConfig({ dir: shell, routes });
  await runBundler({
    ...config,
    devtool: false,
    output: { ...config.output, path: built },
    resolve: { ...config.resolve, alias: { [join(shell, 'src/remotes/remote-loader.ts')]: loader } },
  });
  const by = { sources: '', commit: '', by: 'bench', key: loadSigningKey() };
  await publish(await getReleaseStorage({ RELEASES_DIR: releases }), 'shell', built, by);
  return releases;
}
