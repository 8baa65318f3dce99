import type { ReleaseTable } from '@fareline/contracts';
import { releaseTableSchema } from '@fareline/contracts/schemas';
import type { RouteObject } from 'react-router';
import type { Federation } from './federation.ts';
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
  /** Forgets what is known of the remotes: the next `load` reads the release table again. */
  forget(): void;
}

interface Options {
  releases: ReleaseTable;
  manifests: Record<string, unknown>;
  limitMs?: number;
  startFederation?: (manifests: Record<string, unknown>) => Promise<Federation>;
}

const startLazily = async (manifests: Record<string, unknown>) => {
  const { createFederation } = await import(/* webpackChunkName: "federation" */ './federation.ts');
  return createFederation(manifests);
};

async function fetchReleases(): Promise<ReleaseTable> {
  const response = await fetch('/releases/table.json', { cache: 'no-store' });
  if (!response.ok) throw new Error(`The release table answered ${response.status}.`);
  return releaseTableSchema.parse(await response.json());
}

/** Loads remotes by the release table, which came with the page and is read again after a failure. */
export function createRemoteLoader(options: Options): RemoteLoader {
  const { manifests, limitMs = loadLimitMs, startFederation = startLazily } = options;
  let table: Promise<ReleaseTable> = Promise.resolve(options.releases);
  let federation: Promise<Federation> | undefined;
  let attempt = 0;
  const loaded = new Map<string, Promise<RouteObject[]>>();

  const host = () => {
    federation ??= startFederation(manifests).catch((error: unknown) => {
      federation = undefined;
      throw error;
    });
    return federation;
  };

  async function loadNow(remote: string): Promise<RouteObject[]> {
    const [runtime, releases] = await Promise.all([host(), table]);
    const release = releases[remote];
    if (!release) throw new Error(`"${remote}" is not in the release table.`);
    const entry = new URL(release.manifest, window.location.href);
    // A new address makes runtime and browser drop what they remember of the failed one.
    if (attempt > 0) entry.searchParams.set('retry', `${Date.now()}-${attempt}`);
    runtime.registerRemotes([{ name: remote, entry: entry.href }], { force: attempt > 0 });
    const module = await runtime.loadRemote<{ default: RouteObject[] }>(`${remote}/routes`);
    if (!Array.isArray(module?.default)) throw new Error(`"${remote}" exposes no routes.`);
    return module.default;
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
    forget() {
      attempt += 1;
      loaded.clear();
      table = fetchReleases();
      table.catch(() => undefined);
    },
  };
}
