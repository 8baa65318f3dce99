import type { ReleaseTable, RemoteEntry, RemoteManifest } from '@fareline/contracts';
import type { RouteObject } from 'react-router';
import { loadExposed } from './load-container.ts';
import { within } from './within.ts';

const loadLimitMs = 10_000;

/** A remote's area cannot be shown; `remote` says whose. */
export class RemoteError extends Error {
  override name = 'RemoteError';
  readonly remote: string;

  constructor(remote: string, cause: unknown) {
    super(`The "${remote}" part of the site could not be loaded.`, { cause });
    this.remote = remote;
  }
}

export interface RemoteLoader {
  /** The routes of a remote. Rejects with a RemoteError when it is missing, broken or slow. */
  load(remote: string): Promise<RouteObject[]>;
  /** Fetches a remote's files ahead of need; failures show when it is needed. */
  preload(remote: string): void;
  /** Has the browser keep the files of a remote's screens at hand; nothing of them is run. */
  prefetchScreens(remote: string): void;
  /** Forgets what is known of the remotes: the next `load` reads the release table again. */
  forget(): void;
}

interface Options {
  releases: ReleaseTable;
  entries: Record<string, RemoteEntry>;
  limitMs?: number;
  loadModule?: typeof loadExposed;
}

async function manifestAt(address: URL): Promise<RemoteManifest> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.href} answered ${response.status}.`);
  return (await response.json()) as RemoteManifest;
}

function prefetch(address: URL): void {
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.href = address.href;
  document.head.append(link);
}

async function fetchReleases(): Promise<ReleaseTable> {
  const response = await fetch('/releases/table.json', { cache: 'no-store' });
  if (!response.ok) throw new Error(`The release table answered ${response.status}.`);
  const { releaseTableSchema } = await import('@fareline/contracts/schemas');
  return releaseTableSchema.parse(await response.json());
}

/** Loads remotes by the release table, which came with the page and is read again after a failure. */
export function createRemoteLoader(options: Options): RemoteLoader {
  const { entries, limitMs = loadLimitMs, loadModule = loadExposed } = options;
  let table: Promise<ReleaseTable> = Promise.resolve(options.releases);
  let attempt = 0;
  const loaded = new Map<string, Promise<RouteObject[]>>();

  async function loadNow(remote: string): Promise<RouteObject[]> {
    const release = (await table)[remote];
    if (!release) throw new Error(`"${remote}" is not in the release table.`);
    const address = new URL(release.manifest, window.location.href);
    const retry = attempt > 0 ? `${Date.now()}-${attempt}` : undefined;
    if (retry) address.searchParams.set('retry', retry);
    // What came with the page; after a failure what is there now.
    const known = retry ? undefined : entries[address.pathname];
    const exposed = await loadModule('./routes', {
      remote: known ?? (await manifestAt(address)),
      address,
      retry,
    });
    const { default: routes } = Object(exposed) as { default?: unknown };
    if (!Array.isArray(routes)) throw new Error(`"${remote}" exposes no routes.`);
    return routes as RouteObject[];
  }

  function load(remote: string): Promise<RouteObject[]> {
    const known = loaded.get(remote);
    if (known) return known;
    const routes = within(loadNow(remote), limitMs, `"${remote}" took longer than ${limitMs} ms.`).catch(
      (error: unknown) => {
        loaded.delete(remote);
        throw new RemoteError(remote, error);
      },
    );
    loaded.set(remote, routes);
    return routes;
  }

  return {
    load,
    preload: (remote) => void load(remote).catch(() => undefined),
    prefetchScreens: (remote) =>
      void table
        .then(async (releases) => {
          const release = releases[remote];
          if (!release) return;
          const address = new URL(release.manifest, window.location.href);
          const { screens } = await manifestAt(address);
          for (const file of new Set(Object.values(screens).flat())) prefetch(new URL(file, address));
        })
        .catch(() => undefined),
    forget() {
      attempt += 1;
      loaded.clear();
      table = fetchReleases();
      table.catch(() => undefined);
    },
  };
}
