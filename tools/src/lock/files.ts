import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import type { LockPackages } from './complete-lock.ts';

interface LockFile {
  packages: LockPackages;
}

const lockFile = join(repoRoot, 'package-lock.json');
const exceptionsFile = join(import.meta.dirname, 'without-integrity.json');

export function readLock(): LockFile {
  return JSON.parse(readFileSync(lockFile, 'utf8')) as LockFile;
}

/** Writes the lock file with its packages in the order of npm. */
export function writeLock(lock: LockFile): void {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(lockFile, toJson({ ...lock, packages: Object.fromEntries(sorted) }));
}

/** Names of the packages that may have no integrity hash in the lock file. */
export function readIntegrityExceptions(): string[] {
  return JSON.parse(readFileSync(exceptionsFile, 'utf8')) as string[];
}

export function writeIntegrityExceptions(names: string[]): void {
  writeFileSync(exceptionsFile, toJson(names));
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
