import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessRunning } from '../process-status.ts';
import { removePostgresData } from '../postgres.ts';

/**
 * Creates a data folder for the test run of this process, and removes the folders of test runs that were killed.
 */
export function createTestDataFolder(dataDir: string): string {
  const base = join(dataDir, 'test');
  for (const name of existsSync(base) ? readdirSync(base) : []) {
    const pid = Number(/^run-(\d+)$/.exec(name)?.[1]);
    if (pid && !isProcessRunning(pid)) removeTestData(join(base, name));
  }
  const folder = join(base, `run-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Removes the data of a test run, also when its database is in the shared folder. */
export function removeTestData(folder: string): void {
  removePostgresData(join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
}
