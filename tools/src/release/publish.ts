import { createHash, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseFormat, type Audience, type Release, type ReleaseFile } from '@fareline/contracts';
import { readManifest } from '@fareline/service-kit/releases/read-routes';
import { writeRecord } from '@fareline/service-kit/releases/record';
import { readReleaseTable, updateReleaseTable } from '@fareline/service-kit/releases/release-table';
import { assertNoRouteConflicts } from '@fareline/service-kit/releases/route-conflicts';
import {
  assertSigned,
  exportPublicKey,
  hashFiles,
  parseReleaseKeys,
  signRecord,
} from '@fareline/service-kit/releases/signature';
import { manifestNames, withCurrent, withEvent, type Author } from '@fareline/service-kit/releases/versions';
import { findConflictsWithServices, readContracts } from './contracts/conflicts.ts';
import { hashSnapshot } from './contracts/snapshot.ts';
import { findLibraryConflicts } from './library-conflicts.ts';

export interface Published {
  name: string;
  version: string;
  /** False when the files equal those of the current release, or of the candidate. */
  isNew: boolean;
}

export interface Publication extends Author {
  /** Hash of the sources that were built. */
  sources: string;
  /** The commit that was built. */
  commit: string;
  /** Of the team, with which the version is signed. */
  key: KeyObject;
  /** True when files that were released before are not released again. */
  once?: boolean;
  /** For a candidate: who gets it. */
  audience?: Audience;
  /** Front ends that are released in the same run, and so need not fit those that they replace. */
  together?: readonly string[];
}

const isSourceMap = (file: string) => file.endsWith('.map');
const isServed = (file: string) => !isSourceMap(file) && !file.endsWith('mf-stats.json');

/** Hashes the names and contents of the served files. */
async function hashContent(dist: string): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(dist, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile() && isServed(file.name))
    .map((file) => join(file.parentPath, file.name))
    .sort();
  for (const file of files) hash.update(file.slice(dist.length)).update(await readFile(file));
  return hash.digest('hex').slice(0, 10);
}

/** Adds the hashes of the release's scripts and style sheets to its manifest, so that browsers refuse a changed file. */
async function addIntegrity(folder: string, manifest: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => /\.(js|css)$/.test(file)).sort();
  const integrity: Record<string, string> = {};
  for (const file of files)
    integrity[file] = `sha256-${createHash('sha256')
      .update(await readFile(join(folder, file)))
      .digest('base64')}`;
  const content = JSON.parse(await readFile(join(folder, manifest), 'utf8')) as object;
  await writeFile(join(folder, manifest), JSON.stringify({ ...content, integrity }));
}

/** The highest number of the folders of a front end, which stay when its entry is deleted from the table. */
async function findHighestNumber(folder: string): Promise<number> {
  const numbers = (await readdir(folder)).map((version) => Number(/^(\d+)-/.exec(version)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

/** False for a version that was released with another key, which the edge may not accept. */
const isSignedWith = (folder: string, name: string, version: string, manifest: string, key: KeyObject) =>
  assertSigned(folder, { name, version, manifest }, parseReleaseKeys(`*=${exportPublicKey(key)}`)).then(
    () => true,
    () => false,
  );

/** The newest version with these files. */
async function findVersion(folder: string, hash: string): Promise<string | undefined> {
  const versions = (await readdir(folder).catch(() => [])).filter((version) => version.endsWith(`-${hash}`));
  return versions.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0];
}

/** Replaces the candidate, or what is current. */
function addVersion(
  entry: ReleaseFile[string] | undefined,
  release: Release,
  count: number,
  { sources, audience, by, reason }: Publication,
): ReleaseFile[string] {
  const base = entry ?? { ...release, previous: [], history: [] };
  const changed = audience
    ? { ...base, candidate: { ...release, audience } }
    : entry
      ? withCurrent(entry, release)
      : base;
  return withEvent({ ...changed, count, sources }, audience ? 'candidate' : 'released', release.version, {
    by,
    ...(reason && { reason }),
  });
}

/**
 * Adds a built front end to the releases as a new immutable folder and makes it current, or the candidate when it has an audience.
 * Source maps go to a separate folder that is not served. Throws when the build is missing, has no valid routes or a path of
 * another front end or of the edge, or does not fit the shared libraries of the others or the contracts of the running services, or
 * when the first version is to be a candidate.
 */
export async function publish(
  releases: string,
  name: string,
  dist: string,
  publication: Publication,
): Promise<Published> {
  const { sources, audience, by, commit, key } = publication;
  const manifest = manifestNames.find((file) => existsSync(join(dist, file)));
  if (!manifest) throw new Error(`${dist} has no manifest: build "${name}" first.`);
  const { format, routes } = await readManifest(name, join(dist, manifest));
  // What is served may be of the format before; a new release is not, so that the next tools can read it too.
  if (format !== releaseFormat)
    throw new Error(`${name} was built by tools of another version: build it again.`);
  const entry = (await readReleaseTable(releases))[name];
  if (audience && !entry) throw new Error(`The first release of ${name} cannot be a candidate.`);
  const contracts = await readContracts(dist);
  const hash = await hashContent(dist);
  const former = publication.once && (await findVersion(join(releases, name), hash));
  if (former) return { name, version: former, isNew: false };
  const conflicts = [
    ...(await findLibraryConflicts(releases, name, join(dist, manifest), publication.together)),
    ...(await findConflictsWithServices(releases, contracts)),
  ];
  if (conflicts.length > 0) throw new Error([`${name} is not released.`, ...conflicts].join(' '));
  // What is current already needs no trial.
  const existing = audience && !entry?.version.endsWith(`-${hash}`) ? entry?.candidate : entry;
  if (
    existing?.version.endsWith(`-${hash}`) &&
    (await isSignedWith(join(releases, name, existing.version), name, existing.version, manifest, key))
  ) {
    await updateReleaseTable(releases, (table) => {
      const stored = table[name];
      if (!stored) return;
      if (stored.version === existing.version) Object.assign(stored, { sources, routes });
      else if (stored.candidate && audience) stored.candidate.audience = audience;
    });
    return { name, version: existing.version, isNew: false };
  }
  const staging = join(releases, name, `.staging-${process.pid}`);
  await rm(staging, { recursive: true, force: true });
  await mkdir(join(releases, name), { recursive: true });
  await cp(dist, staging, { recursive: true, filter: isServed });
  await addIntegrity(staging, manifest);
  const files = await hashFiles(staging);
  let version = '';
  try {
    await updateReleaseTable(
      releases,
      async (table) => {
        assertNoRouteConflicts(table, name, routes);
        const stored = table[name];
        const count = Math.max(stored?.count ?? 0, await findHighestNumber(join(releases, name))) + 1;
        version = `${count}-${hash}`;
        const release = { version, manifest: `/releases/${name}/${version}/${manifest}`, routes };
        table[name] = addVersion(stored, release, count, publication);
        const record = { name, version, commit, by, at: new Date().toISOString(), files };
        await writeRecord(staging, {
          ...record,
          ...(contracts && { contracts: hashSnapshot(contracts) }),
        });
        await signRecord(staging, key);
      },
      async () => {
        await rename(staging, join(releases, name, version));
      },
    );
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  await cp(dist, join(releases, '.maps', name, version), {
    recursive: true,
    filter: (file) => file === dist || isSourceMap(file),
  });
  return { name, version, isNew: true };
}
