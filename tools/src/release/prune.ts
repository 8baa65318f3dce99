import { prerenderedFolder } from '@fareline/contracts/schemas';
import { findEntry, updateReleaseTable } from '@fareline/service-kit/releases/release-table';
import { listVersions } from '@fareline/service-kit/releases/record';
import { removeBelow, type ReleaseStorage } from '@fareline/service-kit/releases/storage';
import { sourceMapFolder } from './publish.ts';

/**
 * Deletes the versions of a front end but the newest `keep` and those in use, and returns which. An open page of a deleted version
 * cannot load its further screens, so the ones that pages may still have open are to be kept.
 */
export async function prune(storage: ReleaseStorage, name: string, keep: number): Promise<string[]> {
  let deleted: string[] = [];
  await updateReleaseTable(storage, async (table) => {
    const entry = findEntry(table, name);
    if (!entry) throw new Error(`"${name}" is not in the release table.`);
    const inUse = [entry.version, entry.candidate?.version];
    const old = (await listVersions(storage, name)).slice(keep);
    deleted = old.filter((version) => !inUse.includes(version));
    entry.previous = entry.previous.filter((version) => !deleted.includes(version));
  });
  for (const version of deleted)
    for (const folder of [name, `${sourceMapFolder}/${name}`, `${prerenderedFolder}/${name}`])
      await removeBelow(storage, `${folder}/${version}/`);
  return deleted;
}
