import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { changeTable } from './table.ts';

/** Makes the release before the current one current again. Answers with its version. */
export async function turnBack(releases: string, name: string): Promise<string> {
  const table = await changeTable(releases, (entries) => {
    const entry = entries[name];
    const version = entry?.previous[0];
    if (!entry || !version) throw new Error(`There is no earlier release of "${name}" to go back to.`);
    if (!existsSync(join(releases, name, version)))
      throw new Error(`The files of ${name} ${version} are gone.`);
    entries[name] = {
      ...entry,
      version,
      manifest: entry.manifest.replace(`/${entry.version}/`, `/${version}/`),
      previous: entry.previous.slice(1),
    };
  });
  return table[name]!.version;
}

/** Takes a front end out of the table; its folders stay. */
export async function removeRelease(releases: string, name: string): Promise<void> {
  await changeTable(releases, (entries) => {
    if (!entries[name]) throw new Error(`"${name}" is not in the release table.`);
    delete entries[name];
  });
}
