import { setTimeout as sleep } from 'node:timers/promises';
import type {
  PrerenderedPages,
  Release,
  ReleaseFile,
  ReleaseTable,
  RemoteManifest,
  ShellManifest,
} from '@fareline/contracts';
import {
  prerenderedPagesSchema,
  releaseFileSchema,
  releaseTableSchema,
  remoteManifestSchema,
  shellManifestSchema,
} from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import { createLoadingCache } from '@fareline/service-kit/loading-cache';
import { getManifestName, readRoutes } from '@fareline/releases/read-routes';
import { getVersionPrefix, readRecord } from '@fareline/releases/record';
import { tableKey } from '@fareline/releases/release-table';
import { assertNoRouteConflicts } from '@fareline/releases/route-conflicts';
import { assertSigned } from '@fareline/releases/signature';
import {
  parseStored,
  readJson,
  toKey,
  type ReleaseStorage,
  type StoredObject,
} from '@fareline/releases/storage';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { EdgeConfig } from '../config.ts';

interface ReleasedShell {
  release: Release;
  manifest: ShellManifest;
  base: string;
}

export interface ReleaseSource {
  /** The current releases and candidates. Rejects with SERVICE_UNAVAILABLE when the table is missing or invalid. */
  getTable(): Promise<ReleaseFile>;
  /** The shell of these releases and the base URL of its files. Rejects when they have none. */
  getShell(releases: ReleaseTable): Promise<ReleasedShell>;
  /** A file of a version by its URL; undefined unless it is one of those that were published. */
  readAsset(url: string): Promise<Buffer | undefined>;
  /** The prerendered pages with a key; undefined if they are missing or invalid. */
  getPrerenderedPages(key: string): Promise<PrerenderedPages | undefined>;
  /** Any version that has its files; undefined, which is logged once, if it has none, they are invalid, or a path is in conflict with the table. */
  findVersion(name: string, version: string, table?: ReleaseFile): Promise<Release | undefined>;
  /** A remote's manifest; undefined if it is not one of the releases or invalid, which is logged once per version. */
  getRemoteManifest(name: string, manifestUrl: string): Promise<RemoteManifest | undefined>;
}

/** Limit of cached manifests of the shell, and of remotes: one for each front end and its previous releases. */
const maxManifests = 100;

/** Limit of files that may change and are cached in memory: the table, and prerendered pages of each brand. */
const maxChangingFiles = 200;

/** How often a bucket is asked whether an object has changed. */
const remoteCheckMs = 1000;

/** How long a page waits for its prerendered markup in a bucket; then the browser renders it. */
const maxMarkupWaitMs = 50;

export const getReleaseFolder = ({ manifest }: Release): string => manifest.replace(/[^/]+$/, '');

/** The release table as browsers get it: the shell has its own routes. */
export const toBrowserTable = ({ shell, ...remotes }: ReleaseTable): ReleaseTable =>
  shell ? { shell: { ...shell, routes: [] }, ...remotes } : remotes;

interface ChangingReaderOptions<T> {
  storage: ReleaseStorage;
  schema: z.ZodType<T>;
  /** Then objects are read again in the background, so that no request waits for them. */
  isRemote: boolean;
  /** Runs before a new value is used. */
  prepare?: (value: T) => Promise<void>;
}

/** Creates a reader of objects that may change, which keeps what was last read when the storage is down. */
function createChangingReader<T>({ storage, schema, isRemote, prepare }: ChangingReaderOptions<T>) {
  return createLoadingCache({
    max: maxChangingFiles,
    ttlMs: isRemote ? remoteCheckMs : 0,
    ...(isRemote && { maxWaitMs: 0 }),
    async load(key, known: { tag: string | undefined; value: T | undefined } | undefined) {
      let found: StoredObject | undefined;
      try {
        const tag = await storage.getTag(key);
        if (known && known.tag === tag) return known;
        found = tag ? await storage.read(key) : undefined;
      } catch (error) {
        if (known) return known;
        throw error;
      }
      const value = found && parseStored(storage, key, found, schema);
      if (value) await prepare?.(value);
      return { tag: found?.tag, value };
    },
  });
}

/** Reads all files of the versions that visitors get, so that the storage keeps them in memory. A failure shows when one is served. */
async function preload(storage: ReleaseStorage, table: ReleaseFile): Promise<void> {
  const versions = Object.entries(table).flatMap(([name, { version, candidate }]) =>
    [version, candidate?.version].flatMap((each) => (each ? [[name, each] as const] : [])),
  );
  const readAll = async ([name, version]: (typeof versions)[number]) => {
    const record = await readRecord(storage, name, version);
    const prefix = getVersionPrefix(name, version);
    await Promise.all(Object.keys(record?.files ?? {}).map((file) => storage.read(prefix + file)));
  };
  await Promise.allSettled(versions.map(readAll));
}

/** Reads the releases. Whether the table has changed is checked on every page, in a bucket once a second; manifests are immutable. (law 2) */
export function createReleaseSource(
  storage: ReleaseStorage,
  { RELEASE_KEYS: keys, RELEASES_BUCKET, NODE_ENV }: EdgeConfig,
  log: FastifyBaseLogger,
): ReleaseSource {
  const isRemote = RELEASES_BUCKET !== undefined;
  const common = { storage, isRemote };
  const readTable = createChangingReader({
    ...common,
    schema: releaseFileSchema,
    ...(isRemote && { prepare: (table: ReleaseFile) => preload(storage, table) }),
  });
  // Written by `npm run dev`: remotes that are served by a development server.
  const readOverrides = createChangingReader({ ...common, schema: releaseTableSchema });
  const readPrerendered = createChangingReader({ ...common, schema: prerenderedPagesSchema });
  /** Reads a manifest of a version that its team has signed. */
  async function readManifest<T>(url: string, schema: z.ZodType<T>): Promise<T> {
    const [, name = '', version = '', manifest = ''] =
      /^\/releases\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(url) ?? [];
    if (keys) await assertSigned(storage, { name, version, manifest }, keys);
    const found = await readJson(storage, toKey(url), schema);
    if (!found) throw new Error(`${storage.location}/${toKey(url)} is missing.`);
    return found;
  }
  const loadShellManifest = createLoadingCache({
    max: maxManifests,
    load: (url) => readManifest(url, shellManifestSchema),
  });
  const loadRemoteManifest = createLoadingCache({
    max: maxManifests,
    load: (url) => readManifest(url, remoteManifestSchema),
  });
  const loadVersion = createLoadingCache({
    max: maxManifests,
    load: async (folder): Promise<Release> => {
      const [name = '', version = ''] = folder.split('/');
      const manifest = `/releases/${folder}/${getManifestName(name)}`;
      if (name === 'shell') await loadShellManifest(manifest);
      else await loadRemoteManifest(manifest);
      return { version, manifest, routes: await readRoutes(storage, name, toKey(manifest)) };
    },
  });
  const logged = new Set<string>();
  /** A team's mistake is one line, however many visitors it meets. */
  function logOnce(what: string, details: object, message: string): void {
    if (!logged.has(what)) log.warn(details, message);
    logged.add(what);
  }
  const loadFileNames = createLoadingCache({
    max: maxManifests,
    load: async (folder) => {
      const [name = '', version = ''] = folder.split('/');
      const record = await readRecord(storage, name, version);
      if (!record) throw new AppError('NOT_FOUND');
      return new Set(Object.keys(record.files));
    },
  });

  return {
    async getTable() {
      const { value: released } = await readTable(tableKey).catch((cause: unknown) => {
        throw new AppError('SERVICE_UNAVAILABLE', { cause });
      });
      if (!released)
        throw new AppError('SERVICE_UNAVAILABLE', {
          cause: new Error(`${storage.location}/${tableKey} is missing.`),
        });
      if (NODE_ENV === 'production') return released;
      const overridden = await readOverrides('dev.json').catch(() => undefined);
      const served = Object.entries(overridden?.value ?? {});
      const overrides = served.map(([name, release]) => [
        name,
        { ...release, previous: [], count: 0, sources: '', history: [] },
      ]);
      return { ...released, ...(Object.fromEntries(overrides) as ReleaseFile) };
    },
    async getShell({ shell: release }) {
      if (!release) throw new Error('No shell is released: run `npm run release -- shell`.');
      const manifest = await loadShellManifest(release.manifest);
      return { release, manifest, base: getReleaseFolder(release) };
    },
    async readAsset(url) {
      const [name = '', version = '', file = ''] = toKey(url).split('/');
      const folder = `${name}/${version}`;
      const names = await loadFileNames(folder).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
        // An error of the storage says nothing about the record.
        if (!(error instanceof Error) || 'code' in error) throw error;
        logOnce(`${folder} record`, { err: error, frontEnd: name, version }, 'A record cannot be read.');
        return undefined;
      });
      if (!names?.has(file)) return undefined;
      return (await storage.read(getVersionPrefix(name, version) + file))?.body;
    },
    async getPrerenderedPages(key) {
      const reading = readPrerendered(key).catch(() => undefined);
      const found = await (isRemote ? Promise.race([reading, sleep(maxMarkupWaitMs, undefined)]) : reading);
      return found?.value;
    },
    async findVersion(name, version, table) {
      try {
        const found = await loadVersion(`${name}/${version}`);
        if (table) assertNoRouteConflicts(table, name, found.routes);
        return found;
      } catch (error) {
        logOnce(`${name} ${version}`, { err: error, frontEnd: name, version }, 'A version cannot be served.');
        return undefined;
      }
    },
    async getRemoteManifest(name, manifestUrl) {
      if (!manifestUrl.startsWith('/releases/')) return undefined;
      return loadRemoteManifest(manifestUrl).catch((error: unknown) => {
        logOnce(
          manifestUrl,
          { err: error, manifest: manifestUrl },
          `The manifest of ${name} cannot be read.`,
        );
        return undefined;
      });
    },
  };
}
