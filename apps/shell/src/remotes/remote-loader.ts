import type { ReleaseTable } from '@fareline/contracts';
import type { ComponentType } from 'react';
import type { Federation } from './federation.ts';

/** A remote that could not be loaded; `remote` is its name. */
export class RemoteError extends Error {
  override name = 'RemoteError';
  readonly remote: string;

  constructor(remote: string, cause: unknown) {
    super(`The "${remote}" part of the site could not be loaded.`, { cause });
    this.remote = remote;
  }
}

/** What a module of a screen exports, as a lazy route of the router expects it. */
export interface Screen {
  Component: ComponentType;
}

export interface RemoteLoader {
  /** The current releases of the remotes. */
  getRemotes(): Promise<ReleaseTable>;
  /** Loads a screen. Rejects with a RemoteError when its remote is missing or broken; one that is slow is waited for. (CARE-05) */
  loadScreen(remote: string, screen: string): Promise<Screen>;
  /** Preloads the entry of a remote and these screens, by default all; a failure is reported only by `loadScreen`. */
  preload(remote: string, screens?: readonly string[]): void;
  /** The version of a front end that the page has. */
  getVersion(frontEnd: string): string | undefined;
  /** Discards the loaded remotes and reads the release table again. */
  invalidate(): void;
}

interface Options {
  releases: ReleaseTable;
  federation: () => Promise<Federation>;
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
export function createRemoteLoader({ releases, federation }: Options): RemoteLoader {
  let table: Promise<ReleaseTable> = Promise.resolve(releases);
  let known = releases;
  let attempt = 0;
  const registered = new Map<string, number>();

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

  async function loadExposed(remote: string, screen: string): Promise<Screen> {
    const runtime = await registerRemote(remote);
    const exposed = await runtime.loadRemote<Partial<Screen>>(`${containerName(remote)}/${screen}`);
    if (!exposed?.Component) throw new Error(`"${remote}" exposes no screen "${screen}".`);
    return exposed as Screen;
  }

  return {
    async getRemotes() {
      const { shell: _, ...remotes } = await table;
      return remotes;
    },
    async loadScreen(remote, screen) {
      try {
        return await loadExposed(remote, screen);
      } catch (error) {
        throw new RemoteError(remote, error);
      }
    },
    getVersion: (frontEnd) => known[frontEnd]?.version,
    preload: (remote, screens) =>
      void registerRemote(remote)
        .then((runtime) =>
          runtime.preloadRemote([
            // The runtime preloads all screens for an empty list; an empty name matches none.
            { nameOrAlias: containerName(remote), exposes: screens?.length === 0 ? [''] : screens?.slice() },
          ]),
        )
        .catch(() => undefined),
    invalidate() {
      attempt += 1;
      table = fetchReleases();
      table.then(
        // The shell of the page stays the one that it began with.
        (read) => (known = { ...read, ...(releases.shell && { shell: releases.shell }) }),
        () => undefined,
      );
    },
  };
}
