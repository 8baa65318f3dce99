import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseFile } from '@fareline/contracts';
import { updateReleaseTable } from '../front-ends/release-table.ts';
import { readRoutes } from './read-routes.ts';
import { assertNoRouteConflicts } from './route-conflicts.ts';

type Entry = ReleaseFile[string];

/** The version of a removed front end. It has no folder. */
const removedVersion = 'removed';

/** The versions of an entry, newest first. */
export const listVersions = (entry: Entry | undefined): string[] =>
  entry ? [entry.version, ...entry.previous].filter((version) => version !== removedVersion) : [];

const withVersion = (entry: Entry, version: string): Entry => ({
  ...entry,
  version,
  manifest: entry.manifest.replace(`/${entry.version}/`, `/${version}/`),
});

/** Makes the previous release current and returns its version. Throws when there is none, its files are missing or its routes are in conflict. */
export async function rollBack(releases: string, name: string): Promise<string> {
  const table = await updateReleaseTable(releases, async (entries) => {
    const entry = entries[name];
    const version = entry?.previous[0];
    if (!entry || !version) throw new Error(`There is no earlier release of "${name}".`);
    if (!existsSync(join(releases, name, version)))
      throw new Error(`The files of ${name} ${version} are missing.`);
    const target = withVersion(entry, version);
    const routes = await readRoutes(name, join(releases, target.manifest.replace(/^\/releases\//, '')));
    assertNoRouteConflicts(entries, name, routes);
    entries[name] = { ...target, routes, previous: entry.previous.slice(1) };
  });
  return table[name]!.version;
}

/**
 * Removes a front end and keeps its folders. Its entry stays, so that its pages show an error with Retry; when it is removed
 * again the entry is deleted and its paths show the not-found page. Throws when it is not in the table.
 */
export async function removeRelease(releases: string, name: string): Promise<void> {
  await updateReleaseTable(releases, (entries) => {
    const entry = entries[name];
    if (!entry) throw new Error(`"${name}" is not in the release table.`);
    if (entry.version === removedVersion) delete entries[name];
    else entries[name] = { ...withVersion(entry, removedVersion), previous: listVersions(entry) };
  });
}
