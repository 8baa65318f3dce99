import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { updateReleaseTable } from '../front-ends/release-table.ts';

/** Makes the previous release current and returns its version. Throws when there is none or its files are missing. */
export async function rollBack(releases: string, name: string): Promise<string> {
  const table = await updateReleaseTable(releases, (entries) => {
    const entry = entries[name];
    const version = entry?.previous[0];
    if (!entry || !version) throw new Error(`There is no earlier release of "${name}".`);
    if (!existsSync(join(releases, name, version)))
      throw new Error(`The files of ${name} ${version} are missing.`);
    entries[name] = {
      ...entry,
      version,
      manifest: entry.manifest.replace(`/${entry.version}/`, `/${version}/`),
      previous: entry.previous.slice(1),
    };
  });
  return table[name]!.version;
}

/** Removes a front end from the table and keeps its folders. Throws when it is not in the table. */
export async function removeRelease(releases: string, name: string): Promise<void> {
  await updateReleaseTable(releases, (entries) => {
    if (!entries[name]) throw new Error(`"${name}" is not in the release table.`);
    delete entries[name];
  });
}
