import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import type { LockPackages } from './complete-lock.ts';

interface LockFile {
  packages: LockPackages;
}

/**
 * Folders whose packages only one command needs. They are no workspaces, so that `npm ci` leaves them out, and have a lock file of
 * their own: tools/with-packages.mjs installs them. What they share with the root, such as React, is in no one of them.
 */
export const foldersWithPackages = [
  'libs/ui-theme/src/gallery',
  'tools/src/kubernetes/schemas',
  'tools/src/lighthouse',
  'tools/src/mutation',
];

/** All folders with a lock file, from the root. */
export const lockFolders = ['.', ...foldersWithPackages];

const getLockFile = (folder: string) => join(repoRoot, folder, 'package-lock.json');
const exceptionsFile = join(import.meta.dirname, 'without-integrity.json');

export function readLock(folder: string): LockFile {
  return JSON.parse(readFileSync(getLockFile(folder), 'utf8')) as LockFile;
}

/** Writes the lock file with its packages in the order of npm. */
export function writeLock(folder: string, lock: LockFile): void {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(getLockFile(folder), toJson({ ...lock, packages: Object.fromEntries(sorted) }));
}

/** Names of the packages that may have no integrity hash in a lock file. */
export function readIntegrityExceptions(): string[] {
  return JSON.parse(readFileSync(exceptionsFile, 'utf8')) as string[];
}

export function writeIntegrityExceptions(names: string[]): void {
  writeFileSync(exceptionsFile, toJson(names));
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
