import { setTimeout as wait } from 'node:timers/promises';
import type { ReleaseFile } from '@fareline/contracts';
import { releaseFileSchema } from '@fareline/contracts/schemas';
import { parseStored, readJson, type ReleaseStorage } from './storage.ts';

export const tableKey = 'table.json';

/** More changes of others in a row are no coincidence. */
const maxTries = 100;

/** Reads the release table; empty when there is none. Throws a message that names it when it is not valid. */
export const readReleaseTable = async (storage: ReleaseStorage): Promise<ReleaseFile> =>
  (await readJson(storage, tableKey, releaseFileSchema)) ?? {};

/** The text that is stored. */
export const formatTable = (table: ReleaseFile): string => `${JSON.stringify(table, null, 2)}
`;

/** The entry of a front end. Its name comes from a person or a request, and every object has a `constructor`. */
export const findEntry = (table: ReleaseFile, name: string): ReleaseFile[string] | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * Updates the table atomically: readers see the old or the new table, and concurrent releases do not overwrite each other. `change`
 * runs again on the new table when another process was faster.
 */
export async function updateReleaseTable(
  storage: ReleaseStorage,
  change: (table: ReleaseFile) => void | Promise<void>,
): Promise<ReleaseFile> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = await storage.read(tableKey);
    const table = found ? parseStored(storage, tableKey, found, releaseFileSchema) : {};
    await change(table);
    if (await storage.writeIf(tableKey, `${JSON.stringify(table, null, 2)}\n`, found?.tag)) return table;
    // A random delay keeps the writers from colliding again.
    await wait(Math.random() * 50);
  }
  throw new Error(`${storage.location}/${tableKey} is changed by others all the time.`);
}
