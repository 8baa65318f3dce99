import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
import {
  readRoutes,
  remoteManifestName,
  shellManifestName,
} from '@fareline/service-kit/releases/read-routes';
import { assertSigned } from '@fareline/service-kit/releases/signature';
import type { FastifyBaseLogger } from 'fastify';
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
  readAsset(url: string): Promise<string>;
  /** The prerendered pages in a file of the releases folder; undefined if it is missing or invalid. */
  getPrerenderedPages(file: string): Promise<PrerenderedPages | undefined>;
  /** Any version that has its files; undefined if it has none, or they are invalid. */
  findVersion(name: string, version: string): Promise<Release | undefined>;
  /** A remote's manifest; undefined if it is not in the releases folder or invalid, which is logged once per version. */
  getRemoteManifest(name: string, manifestUrl: string): Promise<RemoteManifest | undefined>;
}

/** Limit of cached manifests of the shell, and of remotes: one for each front end and its previous releases. */
const maxManifests = 100;

/** Limit of files with prerendered pages that are cached in memory: one for each brand. */
const maxPrerenderedFiles = 200;

export const getReleaseFolder = ({ manifest }: Release): string => manifest.replace(/[^/]+$/, '');

/** The release table as browsers get it: the shell has its own routes. */
export const toBrowserTable = ({ shell, ...remotes }: ReleaseTable): ReleaseTable =>
  shell ? { shell: { ...shell, routes: [] }, ...remotes } : remotes;

/** Creates a reader of a JSON file that parses it again only after it has changed. */
function createJsonReader<T>(path: string, parse: (value: unknown) => T): () => Promise<T> {
  let cached: { fileVersion: string; value: T } | undefined;
  return async () => {
    const { mtimeMs, ino, size } = await stat(path);
    const fileVersion = `${mtimeMs}-${ino}-${size}`;
    if (cached?.fileVersion !== fileVersion)
      cached = { fileVersion, value: parse(JSON.parse(await readFile(path, 'utf8'))) };
    return cached.value;
  };
}

/** Reads the releases folder. The table is checked for changes on every page; manifests are immutable. (law 2) */
export function createReleaseSource(
  { RELEASES_DIR: dir, RELEASE_KEYS: keys, NODE_ENV }: EdgeConfig,
  log: FastifyBaseLogger,
): ReleaseSource {
  const readTable = createJsonReader(join(dir, 'table.json'), (value) => releaseFileSchema.parse(value));
  // Written by `npm run dev`: remotes that are served by a development server.
  const readOverrides = createJsonReader(join(dir, 'dev.json'), (value) => releaseTableSchema.parse(value));
  const toPath = (url: string) => join(dir, url.replace(/^\/releases\//, ''));
  /** Reads a manifest of a version that its team has signed. */
  async function readManifest(url: string): Promise<unknown> {
    const [, name = '', version = '', manifest = ''] =
      /^\/releases\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(url) ?? [];
    if (keys) await assertSigned(join(dir, name, version), { name, version, manifest }, keys);
    return JSON.parse(await readFile(toPath(url), 'utf8'));
  }
  const loadShellManifest = createLoadingCache({
    max: maxManifests,
    load: async (url) => shellManifestSchema.parse(await readManifest(url)),
  });
  const loadRemoteManifest = createLoadingCache({
    max: maxManifests,
    load: async (url) => remoteManifestSchema.parse(await readManifest(url)),
  });
  const loadVersion = createLoadingCache({
    max: maxManifests,
    load: async (folder): Promise<Release> => {
      const [name = '', version = ''] = folder.split('/');
      const file = name === 'shell' ? shellManifestName : remoteManifestName;
      const manifest = `/releases/${folder}/${file}`;
      if (name === 'shell') await loadShellManifest(manifest);
      else await loadRemoteManifest(manifest);
      return { version, manifest, routes: await readRoutes(name, toPath(manifest)) };
    },
  });
  const loggedManifests = new Set<string>();
  const getPrerenderedReader = createLoadingCache({
    max: maxPrerenderedFiles,
    load: async (file) => createJsonReader(join(dir, file), (value) => prerenderedPagesSchema.parse(value)),
  });

  return {
    async getTable() {
      const released = await readTable().catch((cause: unknown) => {
        throw new AppError('SERVICE_UNAVAILABLE', { cause });
      });
      if (NODE_ENV === 'production') return released;
      const served = Object.entries(await readOverrides().catch(() => ({})));
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
    readAsset: (url) => readFile(toPath(url), 'utf8'),
    async getPrerenderedPages(file) {
      const read = await getPrerenderedReader(file);
      return read().catch(() => undefined);
    },
    findVersion: (name, version) =>
      loadVersion(`${name}/${version}`).catch((error: unknown) => {
        const key = `${name} ${version}`;
        if (!loggedManifests.has(key))
          log.warn({ err: error, frontEnd: name, version }, 'A version cannot be read.');
        loggedManifests.add(key);
        return undefined;
      }),
    async getRemoteManifest(name, manifestUrl) {
      if (!manifestUrl.startsWith('/releases/')) return undefined;
      return loadRemoteManifest(manifestUrl).catch((error: unknown) => {
        if (!loggedManifests.has(manifestUrl))
          log.warn({ err: error, manifest: manifestUrl }, `The manifest of ${name} cannot be read.`);
        loggedManifests.add(manifestUrl);
        return undefined;
      });
    },
  };
}
