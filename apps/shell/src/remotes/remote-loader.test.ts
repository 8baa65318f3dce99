import type { RouteObject } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { startServer } from '../testing/fake-server.ts';
import type { Federation } from './federation.ts';
import { createRemoteLoader, RemoteError } from './remote-loader.ts';

const routes: RouteObject[] = [{ path: '/login' }];
const releases = { account: { version: '1-a', manifest: '/releases/account/1-a/mf-manifest.json' } };

/** A federation host whose remotes behave as told, in place of ones that fetch scripts. */
function hostWith(loadRemote: (attempt: number) => Promise<unknown>) {
  const entries: { entry: string; force: boolean | undefined }[] = [];
  let attempt = 0;
  const host = {
    registerRemotes: ([remote]: { entry: string }[], options?: { force?: boolean }) =>
      entries.push({ entry: remote!.entry, force: options?.force }),
    loadRemote: () => loadRemote((attempt += 1)),
  } as unknown as Federation;
  return { entries, startFederation: () => Promise.resolve(host) };
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
    const loader = createRemoteLoader({
      releases: table,
      manifests: {},
      limitMs: 50,
      ...hostWith(loadRemote),
    });
    const error = await loader.load('account').catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ remote: 'account' });
  });

  it('is loaded by the release table of that moment after it was forgotten', async () => {
    const newer = { account: { version: '2-b', manifest: '/releases/account/2-b/mf-manifest.json' } };
    server = await startServer(() => ({ status: 200, body: newer }));
    const { entries, startFederation } = hostWith((attempt) =>
      attempt === 1 ? Promise.reject(new Error('broken')) : Promise.resolve({ default: routes }),
    );
    const loader = createRemoteLoader({ releases, manifests: {}, startFederation });
    await expect(loader.load('account')).rejects.toThrow();
    loader.forget();
    await expect(loader.load('account')).resolves.toBe(routes);
    expect(server.seen.map(({ path }) => path)).toEqual(['/releases/table.json']);
    expect(entries[1]?.force).toBe(true);
    expect(new URL(entries[1]!.entry).pathname).toBe(newer.account.manifest);
    expect(new URL(entries[1]!.entry).searchParams.get('retry')).toBeTruthy();
  });

  it('starts the runtime again when that was what failed', async () => {
    const { startFederation } = hostWith(() => Promise.resolve({ default: routes }));
    let starts = 0;
    const loader = createRemoteLoader({
      releases,
      manifests: {},
      startFederation: () => ((starts += 1) === 1 ? Promise.reject(new Error('chunk')) : startFederation()),
    });
    await expect(loader.load('account')).rejects.toThrow();
    await expect(loader.load('account')).resolves.toBe(routes);
  });
});

it('loads a remote once for many askers, ahead of need as well', async () => {
  let loads = 0;
  const loader = createRemoteLoader({
    releases,
    manifests: {},
    ...hostWith(() => {
      loads += 1;
      return Promise.resolve({ default: routes });
    }),
  });
  loader.preload('account');
  await Promise.all([loader.load('account'), loader.load('account')]);
  expect(loads).toBe(1);
});
