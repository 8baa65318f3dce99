import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReleaseFile } from '@fareline/contracts';
import { releaseFileSchema } from '@fareline/contracts/schemas';

const staleLockMs = 30_000;

/** The table of a releases folder; empty where there is none yet. */
export async function readTable(dir: string): Promise<ReleaseFile> {
  let text: string;
  try {
    text = await readFile(join(dir, 'table.json'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  return releaseFileSchema.parse(JSON.parse(text));
}

/**
 * Changes the table in one step: readers see the old or the new one, and two releases at once do not lose each other's.
 * `beforeFlip` puts in place what the new table speaks of.
 */
export async function changeTable(
  dir: string,
  change: (table: ReleaseFile) => void,
  beforeFlip?: () => Promise<void>,
): Promise<ReleaseFile> {
  await mkdir(dir, { recursive: true });
  const lock = join(dir, 'table.lock');
  await takeLock(lock);
  try {
    const table = await readTable(dir);
    change(table);
    await beforeFlip?.();
    const next = join(dir, `table.${process.pid}.json`);
    await writeFile(next, `${JSON.stringify(table, null, 2)}\n`);
    await rename(next, join(dir, 'table.json'));
    return table;
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<void> {
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
    // Left behind by a release that was killed.
    if (age > staleLockMs) await rm(lock, { force: true });
    await wait(25);
  }
}
