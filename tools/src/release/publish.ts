import { createHash, randomUUID, type KeyObject } from 'node:crypto';
import { releaseFormat, type Audience, type Release, type ReleaseFile } from '@fareline/contracts';
import { findConflictsWithServices, readContracts } from '@fareline/releases/contracts/conflicts';
import { hashSnapshot } from '@fareline/releases/contracts/snapshot';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import { getManifestName, readManifest } from '@fareline/releases/read-routes';
import { getVersionPrefix, hasVersion, listVersions, numberFolder } from '@fareline/releases/record';
import { findEntry, readReleaseTable, updateReleaseTable } from '@fareline/releases/release-table';
import { assertNoRouteConflicts } from '@fareline/releases/route-conflicts';
import {
  assertSigned,
  exportPublicKey,
  hashFiles,
  parseReleaseKeys,
  writeSignedRecord,
} from '@fareline/releases/signature';
import { readFiles, removeBelow, type ReleaseStorage } from '@fareline/releases/storage';
import { changeEntry, type Author } from '@fareline/releases/versions';
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
  /** The team's key, with which the version is signed. */
  key: KeyObject;
  /** True when files that were released before are not released again. */
  once?: boolean;
  /** Who gets a candidate. */
  audience?: Audience;
  /** Front ends that are released in the same run, and so need not fit those that they replace. */
  together?: readonly string[];
}

/** A hidden file, which is not served. */
export const sourceMapFolder = '.maps';

const isSourceMap = (file: string) => file.endsWith('.map');
const isServed = (file: string) => !isSourceMap(file) && !file.endsWith('mf-stats.json');

type Files = ReadonlyMap<string, Buffer>;

/** Hashes the names and contents of the served files. */
function hashContent(files: Files): string {
  const hash = createHash('sha256');
  for (const [path, content] of files) hash.update(`/${path}`).update(content);
  return hash.digest('hex').slice(0, 10);
}

/** The files with the hashes of scripts and style sheets in the manifest, so that browsers refuse a changed file. */
function withIntegrity(files: Files, manifest: string): Files {
  const integrity = Object.fromEntries(
    [...files]
      .filter(([path]) => /^[^/]+\.(js|css)$/.test(path))
      .map(([path, content]) => [path, `sha256-${createHash('sha256').update(content).digest('base64')}`]),
  );
  const content = JSON.parse(files.get(manifest)!.toString()) as object;
  return new Map([...files, [manifest, Buffer.from(JSON.stringify({ ...content, integrity }))]]);
}

/** False for a version that was released with another key, which the edge may not accept. */
const isSignedWith = (
  storage: ReleaseStorage,
  signed: { name: string; version: string; manifest: string },
  key: KeyObject,
) =>
  assertSigned(storage, signed, parseReleaseKeys(`*=${exportPublicKey(key)}`)).then(
    () => true,
    () => false,
  );

/** A number after `count` that no other version of the front end has or gets, not even one that is being published now. */
async function claimNumber(storage: ReleaseStorage, name: string, count: number, hash: string) {
  let number = count + 1;
  const isClaimed = async () => {
    if (await hasVersion(storage, name, `${number}-${hash}`)) return false;
    return storage.writeIf(`${numberFolder}/${name}/${number}`, randomUUID(), undefined);
  };
  while (!(await isClaimed())) number += 1;
  return number;
}

/** Replaces the candidate, or what is current. */
const addVersion = (
  entry: ReleaseFile[string] | undefined,
  release: Release,
  count: number,
  { sources, audience, ...author }: Publication,
): ReleaseFile[string] => ({
  ...changeEntry(entry, audience ? 'candidate' : 'released', author, {
    ...release,
    ...(audience && { audience }),
  })!,
  ...{ count, sources },
});

/** What is uploaded, besides the files: the record without what only the upload knows. */
interface Upload {
  name: string;
  hash: string;
  files: Files;
  sourceMaps: Files;
  contracts: string | undefined;
  publication: Publication;
}

/** Writes the files of a new version, its record last, and returns its number and name. */
async function upload(
  storage: ReleaseStorage,
  { name, hash, files, sourceMaps, contracts, publication: { commit, by, key } }: Upload,
  lastCount: number,
): Promise<{ count: number; version: string }> {
  const count = await claimNumber(storage, name, lastCount, hash);
  const version = `${count}-${hash}`;
  const prefix = getVersionPrefix(name, version);
  const objects = [
    ...[...files].map(([path, content]) => [prefix + path, content] as const),
    ...[...sourceMaps].map(([path, content]) => [`${sourceMapFolder}/${prefix}${path}`, content] as const),
  ];
  await Promise.all(objects.map(([objectKey, content]) => storage.write(objectKey, content)));
  const record = { name, version, commit, by, at: new Date().toISOString(), files: hashFiles(files) };
  await writeSignedRecord(storage, { ...record, ...(contracts && { contracts }) }, key);
  return { count, version };
}

/** Deletes an upload that is not released. It stays when the table cannot be read, which may name it. */
async function removeUpload(storage: ReleaseStorage, name: string, version: string): Promise<void> {
  const table = await readReleaseTable(storage).catch(() => undefined);
  const entry = table && findEntry(table, name);
  const named = entry && [entry.version, entry.candidate?.version, ...entry.previous];
  if (!table || named?.includes(version)) return;
  const prefix = getVersionPrefix(name, version);
  for (const each of [prefix, `${sourceMapFolder}/${prefix}`]) await removeBelow(storage, each);
}

/**
 * Adds a built front end to the releases as a new immutable version and makes it current, or the candidate when it has an audience.
 * Source maps are kept where they are not served. Throws when the build is missing, has no valid routes or a path of another front
 * end or of the edge, or does not fit the shared libraries of the others or the contracts of the running services, or when the first
 * version is to be a candidate.
 */
export async function publish(
  storage: ReleaseStorage,
  name: string,
  dist: string,
  publication: Publication,
): Promise<Published> {
  const { sources, audience, key } = publication;
  const build = createFolderStorage(dist);
  const manifest = getManifestName(name);
  if (!(await build.getTag(manifest))) throw new Error(`${dist} has no manifest: build "${name}" first.`);
  const { format, routes } = await readManifest(build, name, manifest);
  // What is served may be of the format before; a new release is not, so that the next tools can read it too.
  if (format !== releaseFormat)
    throw new Error(`${name} was built by tools of another version: build it again.`);
  if (audience && !findEntry(await readReleaseTable(storage), name))
    throw new Error(`The first release of ${name} cannot be a candidate.`);
  const built = await readFiles(build);
  const select = (isSelected: (path: string) => boolean): Files =>
    new Map([...built].filter(([path]) => isSelected(path)));
  const served = select(isServed);
  const hash = hashContent(served);
  const former =
    publication.once && (await listVersions(storage, name)).find((version) => version.endsWith(`-${hash}`));
  if (former) return { name, version: former, isNew: false };
  const contracts = await readContracts(build);
  const conflicts = [
    ...(await findLibraryConflicts(storage, name, build, publication.together)),
    ...(await findConflictsWithServices(storage, contracts)),
  ];
  if (conflicts.length > 0) throw new Error([`${name} is not released.`, ...conflicts].join(' '));

  /** The version with these files that is current or the candidate already. */
  async function findExisting(entry: ReleaseFile[string] | undefined): Promise<Release | undefined> {
    // What is current already needs no trial.
    const existing = audience && !entry?.version.endsWith(`-${hash}`) ? entry?.candidate : entry;
    if (!existing?.version.endsWith(`-${hash}`)) return undefined;
    const signed = { name, version: existing.version, manifest };
    return (await isSignedWith(storage, signed, key)) ? existing : undefined;
  }

  let uploaded: { count: number; version: string } | undefined;
  let released = '';
  try {
    await updateReleaseTable(storage, async (table) => {
      const stored = findEntry(table, name);
      const existing = await findExisting(stored);
      released = existing?.version ?? '';
      if (stored && existing) {
        if (stored.version === released) Object.assign(stored, { sources, routes });
        else table[name] = changeEntry(stored, 'candidate', publication, { ...existing, audience }) ?? stored;
        return;
      }
      assertNoRouteConflicts(table, name, routes);
      uploaded ??= await upload(
        storage,
        {
          ...{ name, hash, publication, files: withIntegrity(served, manifest) },
          sourceMaps: select(isSourceMap),
          contracts: contracts && hashSnapshot(contracts),
        },
        stored?.count ?? 0,
      );
      const { count, version } = uploaded;
      released = version;
      const release = { version, manifest: `/releases/${name}/${version}/${manifest}`, routes };
      table[name] = addVersion(stored, release, Math.max(count, stored?.count ?? 0), publication);
    });
  } catch (error) {
    if (uploaded) await removeUpload(storage, name, uploaded.version);
    throw error;
  }
  if (uploaded && uploaded.version !== released) await removeUpload(storage, name, uploaded.version);
  return { name, version: released, isNew: uploaded?.version === released };
}
