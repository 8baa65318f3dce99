import { existsSync, renameSync, rmSync } from 'node:fs';

/**
 * Creates a folder unless it exists. `fill` creates a temporary folder, which is then renamed, so that no other process sees an
 * incomplete folder and a killed process does not leave one behind.
 */
export function createFolderAtomically(folder: string, fill: (temporary: string) => void): void {
  if (existsSync(folder)) return;
  const temporary = `${folder}.${process.pid}`;
  try {
    fill(temporary);
    renameSync(temporary, folder);
  } catch (error) {
    // Another process created the folder first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
