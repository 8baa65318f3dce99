import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findEntry, updateReleaseTable } from '@fareline/service-kit/releases/release-table';
import { listRecords } from '@fareline/service-kit/releases/record';

/**
 * Deletes the versions of a front end but the newest `keep` and those in use, and returns which. An open page of a deleted version
 * cannot load its further screens, so the ones that pages may still have open are to be kept.
 */
export async function prune(releases: string, name: string, keep: number): Promise<string[]> {
  let deleted: string[] = [];
  await updateReleaseTable(releases, async (table) => {
    const entry = findEntry(table, name);
    if (!entry) throw new Error(`"${name}" is not in the release table.`);
    const inUse = [entry.version, entry.candidate?.version];
    const old = (await listRecords(releases, name)).slice(keep).map(({ version }) => version);
    deleted = old.filter((version) => !inUse.includes(version));
    entry.previous = entry.previous.filter((version) => !deleted.includes(version));
  });
  for (const version of deleted)
    for (const folder of [name, join('.maps', name), join('.prerendered', name)])
      await rm(join(releases, folder, version), { recursive: true, force: true });
  return deleted;
}
