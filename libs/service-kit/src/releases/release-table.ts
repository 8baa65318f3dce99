import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReleaseFile } from '@fareline/contracts';
import { releaseFileSchema } from '@fareline/contracts/schemas';
import { readJsonFile } from './read-json-file.ts';

const lockTtlMs = 30_000;

/** Reads the release table of a releases folder; empty when there is none. Throws a message that names the file when it is not valid. */
export async function readReleaseTable(dir: string): Promise<ReleaseFile> {
  try {
    return await readJsonFile(join(dir, 'table.json'), releaseFileSchema);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** The entry of a front end. Its name comes from a person or a request, and every object has a `constructor`. */
export const findEntry = (table: ReleaseFile, name: string): ReleaseFile[string] | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * Updates the table atomically: readers see the old or the new table, and concurrent releases do not overwrite each other.
 * `beforeReplace` creates the files that the new table refers to.
 */
export async function updateReleaseTable(
  dir: string,
  change: (table: ReleaseFile) => void | Promise<void>,
  beforeReplace?: () => Promise<void>,
): Promise<ReleaseFile> {
  await mkdir(dir, { recursive: true });
  const lock = join(dir, 'table.lock');
  await acquireLock(lock);
  try {
    const table = await readReleaseTable(dir);
    await change(table);
    await beforeReplace?.();
    const temporary = join(dir, `table.${process.pid}.json`);
    await writeFile(temporary, `${JSON.stringify(table, null, 2)}\n`);
    await rename(temporary, join(dir, 'table.json'));
    return table;
  } finally {
    await rm(lock, { force: true });
  }
}

async function acquireLock(lock: string): Promise<void> {
  for (;;) {
    try {
      const file = await open(lock, 'wx');
      await file.close();
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const age = await stat(lock).then(
      (found) => Date.now() - found.mtimeMs,
      () => 0,
    );
    // The lock is left over from a release that was killed.
    if (age > lockTtlMs) await rm(lock, { force: true });
    await wait(25);
  }
}
