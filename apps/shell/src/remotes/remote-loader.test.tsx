import type { ReleaseTable } from '@fareline/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Federation } from './federation.ts';
import { createRemoteLoader, RemoteError } from './remote-loader.ts';

const manifestPath = '/releases/account/1-a/mf-manifest.json';
const routes = [{ path: '/login', screen: 'login' }];
const releases: ReleaseTable = { account: { version: '1-a', manifest: manifestPath, routes } };
const Login = () => null;

/** A federation runtime whose `loadRemote` calls `respond`; `calls` records what was requested. */
function fakeFederation(respond: (id: string, attempt: number) => Promise<unknown>) {
  const calls: { loaded: string[]; registered: { entry: string; force: boolean }[]; preloaded: unknown[] } = {
    loaded: [],
    registered: [],
    preloaded: [],
  };
  const runtime = {
    registerRemotes: ([remote]: [{ entry: string }], { force }: { force: boolean }) =>
      void calls.registered.push({ entry: remote.entry, force }),
    loadRemote: (id: string) => respond(id, calls.loaded.push(id)),
    preloadRemote: (options: [object]) => Promise.resolve(void calls.preloaded.push(...options)),
  } as unknown as Federation;
  return { calls, federation: () => Promise.resolve(runtime) };
}
const loadExposed = () => Promise.resolve({ Component: Login });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('remote that fails to load', () => {
  it.each([
    ['is not in the release table', {}, loadExposed],
    ['fails', releases, () => Promise.reject(new Error('404'))],
    ['exposes a module that is no screen', releases, () => Promise.resolve({ default: 'hello' })],
    ['exposes nothing', releases, () => Promise.resolve(null)],
  ])('rejects with a RemoteError with its name when it %s', async (_case, table, respond) => {
    const { federation } = fakeFederation(respond);
    const loader = createRemoteLoader({ releases: table, federation });
    const error = await loader.loadScreen('account', 'login').catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ remote: 'account' });
  });

  it('loads the current release from a new URL after invalidate()', async () => {
    const newer = { account: { version: '2-b', manifest: '/releases/account/2-b/mf-manifest.json', routes } };
    const fetchTable = vi.fn(async (_url: string) => Response.json(newer));
    vi.stubGlobal('fetch', fetchTable);
    const { calls, federation } = fakeFederation((_id, attempt) =>
      attempt === 1 ? Promise.reject(new Error('broken')) : loadExposed(),
    );
    const loader = createRemoteLoader({ releases, federation });
    await expect(loader.loadScreen('account', 'login')).rejects.toThrow();
    loader.invalidate();
    await expect(loader.loadScreen('account', 'login')).resolves.toEqual({ Component: Login });
    expect(fetchTable.mock.calls.map(([url]) => url)).toEqual(['/releases/table.json']);
    expect(calls.registered.map(({ entry, force }) => [new URL(entry).pathname, force])).toEqual([
      [manifestPath, false],
      [newer.account.manifest, true],
    ]);
    expect(calls.registered.map(({ entry }) => new URL(entry).searchParams.has('retry'))).toEqual([
      false,
      true,
    ]);
  });

  it('can be loaded after loading the federation runtime failed once', async () => {
    const { federation } = fakeFederation(loadExposed);
    let attempts = 0;
    const loader = createRemoteLoader({
      releases,
      federation: () => ((attempts += 1) === 1 ? Promise.reject(new Error('blocked')) : federation()),
    });
    await expect(loader.loadScreen('account', 'login')).rejects.toThrow(RemoteError);
    await expect(loader.loadScreen('account', 'login')).resolves.toEqual({ Component: Login });
  });
});

it('[CARE-05] waits for a remote that is slow, and takes it late', async () => {
  vi.useFakeTimers();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const loader = createRemoteLoader({ releases, federation: fakeFederation(() => promise).federation });
  const settled = vi.fn();
  const loaded = loader.loadScreen('account', 'login').finally(settled);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(settled).not.toHaveBeenCalled();
  resolve({ Component: Login });
  expect(await loaded).toEqual({ Component: Login });
});

it('returns the screen that the remote exposes by its name', async () => {
  const { calls, federation } = fakeFederation(loadExposed);
  const loader = createRemoteLoader({ releases, federation });
  await expect(loader.loadScreen('account', 'login')).resolves.toEqual({ Component: Login });
  expect(calls.loaded).toEqual(['fareline_account/login']);
});

it('returns the routes of the remotes before and after invalidate(), without those of the shell', async () => {
  const shell = { version: '1-s', manifest: '/releases/shell/1-s/manifest.json', routes: [] };
  const loader = createRemoteLoader({
    releases: { shell, ...releases },
    federation: fakeFederation(loadExposed).federation,
  });
  expect(await loader.getRemotes()).toEqual(releases);
  const newer = { account: { ...releases.account!, routes: [{ path: '/sign-in', screen: 'login' }] } };
  vi.stubGlobal('fetch', async () => Response.json({ shell, ...newer }));
  loader.invalidate();
  expect(await loader.getRemotes()).toEqual(newer);
});

it('registers a remote once for concurrent callers', async () => {
  const { calls, federation } = fakeFederation(loadExposed);
  const loader = createRemoteLoader({ releases, federation });
  await Promise.all([loader.loadScreen('account', 'login'), loader.loadScreen('account', 'trips')]);
  expect(calls.registered).toHaveLength(1);
});

it('preloads all screens of a remote, or the given ones, or only its entry, and ignores an unknown remote', async () => {
  const { calls, federation } = fakeFederation(loadExposed);
  const loader = createRemoteLoader({ releases, federation });
  loader.preload('account');
  loader.preload('account', ['login']);
  loader.preload('account', []);
  loader.preload('unknown');
  await expect.poll(() => calls.preloaded).toHaveLength(3);
  expect(calls.preloaded).toEqual([
    { nameOrAlias: 'fareline_account' },
    { nameOrAlias: 'fareline_account', exposes: ['login'] },
    { nameOrAlias: 'fareline_account', exposes: [''] },
  ]);
});
