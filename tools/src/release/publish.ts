import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findLibraryConflicts } from './library-conflicts.ts';
import { readRoutes, shellManifestName } from './read-routes.ts';
import { listVersions } from './rollback.ts';
import { assertNoRouteConflicts } from './route-conflicts.ts';
import { updateReleaseTable, readReleaseTable } from '../front-ends/release-table.ts';

export interface Published {
  name: string;
  version: string;
  /** False when the files equal those of the current release. */
  isNew: boolean;
}

const isSourceMap = (file: string) => file.endsWith('.map');
const isServed = (file: string) => !isSourceMap(file) && !file.endsWith('mf-stats.json');

/** File names of the manifest: the federation manifest of a remote, the manifest of the shell. */
const manifestNames = ['mf-manifest.json', shellManifestName];

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

/**
 * Adds a built front end to the releases as a new immutable folder and makes it current. Source maps go to a separate folder
 * that is not served. Throws when the build is missing, has no valid routes or a path of another front end or of the
 * edge, or needs newer shared libraries than the released shell provides.
 */
export async function publish(
  releases: string,
  name: string,
  dist: string,
  sources: string,
): Promise<Published> {
  const manifest = manifestNames.find((file) => existsSync(join(dist, file)));
  if (!manifest) throw new Error(`${dist} has no manifest: build "${name}" first.`);
  const routes = await readRoutes(name, join(dist, manifest));
  if (manifest !== shellManifestName) {
    const conflicts = await findLibraryConflicts(releases, join(dist, manifest));
    if (conflicts.length > 0)
      throw new Error([`${name} is not released.`, ...conflicts, 'Release the shell first.'].join(' '));
  }
  const hash = await hashContent(dist);
  const current = (await readReleaseTable(releases))[name];
  if (current?.version.endsWith(`-${hash}`)) {
    await updateReleaseTable(releases, (table) => {
      if (table[name]) Object.assign(table[name], { sources, routes });
    });
    return { name, version: current.version, isNew: false };
  }
  const staging = join(releases, name, `.staging-${process.pid}`);
  await rm(staging, { recursive: true, force: true });
  await mkdir(join(releases, name), { recursive: true });
  await cp(dist, staging, { recursive: true, filter: isServed });
  await addIntegrity(staging, manifest);
  let version = '';
  try {
    await updateReleaseTable(
      releases,
      async (table) => {
        assertNoRouteConflicts(table, name, routes);
        const entry = table[name];
        const count = Math.max(entry?.count ?? 0, await findHighestNumber(join(releases, name))) + 1;
        version = `${count}-${hash}`;
        table[name] = {
          version,
          manifest: `/releases/${name}/${version}/${manifest}`,
          routes,
          previous: listVersions(entry).slice(0, 20),
          count,
          sources,
        };
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
