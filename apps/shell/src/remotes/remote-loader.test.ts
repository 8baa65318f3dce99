import type { RemoteManifest } from '@fareline/contracts';
import { waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { startServer } from '../testing/fake-server.ts';
import type { loadExposed } from './load-container.ts';
import { createRemoteLoader, RemoteError } from './remote-loader.ts';

const routes: RouteObject[] = [{ path: '/login' }];
const manifest: RemoteManifest = {
  container: 'fareline_account',
  entry: 'remoteEntry.1.js',
  files: [],
  screens: {},
  prerendered: {},
};
const address = '/releases/account/1-a/manifest.json';
const releases = { account: { version: '1-a', manifest: address } };
const entries = { [address]: { container: manifest.container, entry: manifest.entry } };

/** Remotes that behave as told, in place of ones whose scripts a browser would run. */
function remotes(loadRemote: (attempt: number) => Promise<unknown>) {
  const asked: Parameters<typeof loadExposed>[1][] = [];
  const loadModule: typeof loadExposed = (_module, remote) => {
    asked.push(remote);
    return loadRemote(asked.length);
  };
  return { asked, loadModule };
}

let server: Awaited<ReturnType<typeof startServer>> | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

describe('a remote that cannot be loaded', () => {
  it.each([
    ['is not released', {}, () => Promise.resolve({ default: routes })],
    ['breaks', releases, () => Promise.reject(new Error('404'))],
    ['exposes something else', releases, () => Promise.resolve({ default: 'hello' })],
    ['hangs', releases, () => new Promise(() => undefined)],
  ])('rejects with the name of the remote when it %s', async (_case, table, loadRemote) => {
    const { loadModule } = remotes(loadRemote);
    const loader = createRemoteLoader({ releases: table, entries, limitMs: 50, loadModule });
    const error = await loader.load('account').catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ remote: 'account' });
  });

  it('is loaded by the release table of that moment after it was forgotten, from new addresses', async () => {
    const newer = { account: { version: '2-b', manifest: '/releases/account/2-b/manifest.json' } };
    server = await startServer(({ path }) => ({
      status: 200,
      body: path === '/releases/table.json' ? newer : { ...manifest, entry: 'remoteEntry.2.js' },
    }));
    const { asked, loadModule } = remotes((attempt) =>
      attempt === 1 ? Promise.reject(new Error('broken')) : Promise.resolve({ default: routes }),
    );
    const loader = createRemoteLoader({ releases, entries, loadModule });
    await expect(loader.load('account')).rejects.toThrow();
    loader.forget();
    await expect(loader.load('account')).resolves.toBe(routes);
    expect(server.seen.map(({ path }) => path.split('?')[0])).toEqual([
      '/releases/table.json',
      newer.account.manifest,
    ]);
    expect(asked.map(({ remote }) => remote.entry)).toEqual(['remoteEntry.1.js', 'remoteEntry.2.js']);
    expect(asked[0]?.retry).toBeUndefined();
    expect(asked[1]?.retry).toBeTruthy();
  });
});

it('loads a remote once for many askers, ahead of need as well', async () => {
  const { asked, loadModule } = remotes(() => Promise.resolve({ default: routes }));
  const loader = createRemoteLoader({ releases, entries, loadModule });
  loader.preload('account');
  await Promise.all([loader.load('account'), loader.load('account')]);
  expect(asked).toHaveLength(1);
});

it('has the files of a remote’s screens kept at hand, each once', async () => {
  const screens = { '/login': ['form.1.js', 'login.1.js'], '/register': ['form.1.js', 'register.1.js'] };
  server = await startServer(({ path }) =>
    path === address ? { status: 200, body: { ...manifest, screens } } : { status: 404, body: '' },
  );
  const loader = createRemoteLoader({ releases, entries });
  loader.prefetchScreens('account');
  loader.prefetchScreens('nobody');
  const kept = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')].map(
      ({ href }) => new URL(href).pathname,
    );
  await waitFor(() =>
    expect(kept()).toEqual(['form', 'login', 'register'].map((name) => `/releases/account/1-a/${name}.1.js`)),
  );
});
