import type { ReleaseTable } from '@fareline/contracts';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { Federation } from './federation.ts';
import { withTimeout } from './with-timeout.ts';

const loadTimeoutMs = 10_000;

/** A remote that could not be loaded; `remote` is its name. */
export class RemoteError extends Error {
  override name = 'RemoteError';
  readonly remote: string;

  constructor(remote: string, cause: unknown) {
    super(`The "${remote}" part of the site could not be loaded.`, { cause });
    this.remote = remote;
  }
}

export interface RemoteLoader {
  /** Loads the routes of a remote; their screens stay lazy. Rejects with a RemoteError when it is missing, broken or slow. */
  load(remote: string): Promise<RouteObject[]>;
  /** Preloads a remote's routes, with `screens` also its screens; a failure is reported only by `load`. */
  preload(remote: string, what?: 'screens'): void;
  /** Discards the loaded remotes and reads the release table again. */
  invalidate(): void;
}

interface Options {
  releases: ReleaseTable;
  federation: () => Promise<Federation>;
  timeoutMs?: number;
}

interface Screen {
  Component: ComponentType;
}

/** The name of a remote's container in its build and on `window`. */
const containerName = (remote: string) => `fareline_${remote}`;

async function fetchReleases(): Promise<ReleaseTable> {
  const response = await fetch('/releases/table.json', { cache: 'no-store' });
  if (!response.ok) throw new Error(`The request for the release table failed with ${response.status}.`);
  const { releaseTableSchema } = await import('@fareline/contracts/schemas');
  return releaseTableSchema.parse(await response.json());
}

/** Loads remotes by the release table, which is inserted into the page and read again after `invalidate`. */
export function createRemoteLoader({
  releases,
  federation,
  timeoutMs = loadTimeoutMs,
}: Options): RemoteLoader {
  let table: Promise<ReleaseTable> = Promise.resolve(releases);
  let attempt = 0;
  const registered = new Map<string, number>();
  const loaded = new Map<string, Promise<RouteObject[]>>();

  /** Registers the remote's current release and returns the federation runtime. */
  async function registerRemote(remote: string): Promise<Federation> {
    const attemptAtStart = attempt;
    const [{ [remote]: release }, runtime] = await Promise.all([table, federation()]);
    if (attemptAtStart !== attempt) return registerRemote(remote);
    if (!release) throw new Error(`"${remote}" is not in the release table.`);
    if (registered.get(remote) === attempt) return runtime;
    const name = containerName(remote);
    const entry = new URL(release.manifest, window.location.href);
    if (attempt > 0) entry.searchParams.set('retry', `${Date.now()}-${attempt}`);
    runtime.registerRemotes([{ name, entry: entry.href }], { force: attempt > 0 });
    registered.set(remote, attempt);
    return runtime;
  }

  async function loadExposed<T>(remote: string, module: string): Promise<T> {
    const exposed = await (await registerRemote(remote)).loadRemote<T>(`${containerName(remote)}/${module}`);
    if (!exposed) throw new Error(`"${remote}" exposes no ${module}.`);
    return exposed;
  }

  async function fetchRoutes(remote: string): Promise<RouteObject[]> {
    const { default: routes } = await loadExposed<{ default?: unknown }>(remote, 'routes');
    if (!Array.isArray(routes)) throw new Error(`"${remote}" exposes no routes.`);
    return (routes as { path: string; screen: string }[]).map(({ path, screen }) => ({
      path,
      lazy: () => loadExposed<Screen>(remote, screen),
    }));
  }

  function load(remote: string): Promise<RouteObject[]> {
    const cached = loaded.get(remote);
    if (cached) return cached;
    const routes = withTimeout(
      fetchRoutes(remote),
      timeoutMs,
      `"${remote}" took longer than ${timeoutMs} ms.`,
    ).catch((error: unknown) => {
      loaded.delete(remote);
      throw new RemoteError(remote, error);
    });
    loaded.set(remote, routes);
    return routes;
  }

  return {
    load,
    preload: (remote, what) =>
      void registerRemote(remote)
        .then((runtime) =>
          runtime.preloadRemote([
            { nameOrAlias: containerName(remote), ...(what === 'screens' ? {} : { exposes: ['routes'] }) },
          ]),
        )
        .catch(() => undefined),
    invalidate() {
      attempt += 1;
      loaded.clear();
      table = fetchReleases();
      table.catch(() => undefined);
    },
  };
}
