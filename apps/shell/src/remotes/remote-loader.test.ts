import type { RouteObject } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Federation } from './federation.ts';
import { createRemoteLoader, RemoteError } from './remote-loader.ts';

const manifestPath = '/releases/account/1-a/mf-manifest.json';
const releases = { account: { version: '1-a', manifest: manifestPath } };
const routes = { default: [{ path: '/login', screen: 'login' }] };
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
const loadExposed = (id: string) =>
  Promise.resolve(id === 'fareline_account/routes' ? routes : { Component: Login });

afterEach(() => vi.unstubAllGlobals());

describe('remote that fails to load', () => {
  it.each([
    ['is not in the release table', {}, loadExposed],
    ['fails', releases, () => Promise.reject(new Error('404'))],
    ['exposes no list of routes', releases, () => Promise.resolve({ default: 'hello' })],
    ['exposes nothing', releases, () => Promise.resolve(null)],
    ['never responds', releases, () => new Promise(() => undefined)],
  ])('rejects with a RemoteError with its name when it %s', async (_case, table, respond) => {
    const { federation } = fakeFederation(respond);
    const loader = createRemoteLoader({ releases: table, federation, timeoutMs: 50 });
    const error = await loader.load('account').catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ remote: 'account' });
  });

  it('loads the current release from a new URL after invalidate()', async () => {
    const newer = { account: { version: '2-b', manifest: '/releases/account/2-b/mf-manifest.json' } };
    const fetchTable = vi.fn(async (_url: string) => Response.json(newer));
    vi.stubGlobal('fetch', fetchTable);
    const { calls, federation } = fakeFederation((id, attempt) =>
      attempt === 1 ? Promise.reject(new Error('broken')) : loadExposed(id),
    );
    const loader = createRemoteLoader({ releases, federation });
    await expect(loader.load('account')).rejects.toThrow();
    loader.invalidate();
    await expect(loader.load('account')).resolves.toMatchObject([{ path: '/login' }]);
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
    await expect(loader.load('account')).rejects.toThrow(RemoteError);
    await expect(loader.load('account')).resolves.toHaveLength(1);
  });
});

it('returns routes whose lazy screens are the modules exposed by the remote', async () => {
  const { calls, federation } = fakeFederation(loadExposed);
  const [route] = await createRemoteLoader({ releases, federation }).load('account');
  const { lazy } = route as RouteObject & { lazy: () => Promise<unknown> };
  expect(calls.loaded).toEqual(['fareline_account/routes']);
  await expect(lazy()).resolves.toEqual({ Component: Login });
  expect(calls.loaded).toEqual(['fareline_account/routes', 'fareline_account/login']);
});

it('loads a remote once for concurrent callers', async () => {
  const { calls, federation } = fakeFederation(loadExposed);
  const loader = createRemoteLoader({ releases, federation });
  await Promise.all([loader.load('account'), loader.load('account')]);
  expect(calls.loaded).toHaveLength(1);
  expect(calls.registered).toHaveLength(1);
});

it('preloads the routes of a remote, with `screens` all its screens, and ignores an unknown remote', async () => {
  const { calls, federation } = fakeFederation(loadExposed);
  const loader = createRemoteLoader({ releases, federation });
  loader.preload('account');
  loader.preload('account', 'screens');
  loader.preload('unknown');
  await expect.poll(() => calls.preloaded).toHaveLength(2);
  expect(calls.preloaded).toEqual([
    { nameOrAlias: 'fareline_account', exposes: ['routes'] },
    { nameOrAlias: 'fareline_account' },
  ]);
});
