import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './alive.ts';
import { discardPostgres } from './postgres.ts';

/**
 * A folder for the data of this process's test run. Folders of runs that were killed, and could not tidy up after
 * themselves, are removed.
 */
export function throwawayFolder(dataDir: string): string {
  const base = join(dataDir, 'test');
  for (const name of existsSync(base) ? readdirSync(base) : []) {
    const pid = Number(/^run-(\d+)$/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) discard(join(base, name));
  }
  const folder = join(base, `run-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Removes what a test run leaves, wherever its database had to lie. */
export function discard(folder: string): void {
  discardPostgres(join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
}
