import { existsSync, renameSync, rmSync } from 'node:fs';

/**
 * Makes a folder where there is none, under another name first: other processes see all of it or nothing, and one that is
 * killed in the middle leaves nothing that looks complete. `fill` has to make the folder that it is given.
 */
export function makeWhole(folder: string, fill: (next: string) => void): void {
  if (existsSync(folder)) return;
  const next = `${folder}.${process.pid}`;
  try {
    fill(next);
    renameSync(next, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}
