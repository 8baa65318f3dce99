import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import type { LockPackages } from './complete-lock.ts';

interface LockFile {
  packages: LockPackages;
}

const lockFile = join(repoRoot, 'package-lock.json');
const listFile = join(import.meta.dirname, 'without-integrity.json');

export function readLock(): LockFile {
  return JSON.parse(readFileSync(lockFile, 'utf8')) as LockFile;
}

/** Writes the lock file with its packages in the order in which npm writes them. */
export function writeLock(lock: LockFile): void {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(lockFile, toText({ ...lock, packages: Object.fromEntries(sorted) }));
}

/** The packages that may be in the lock file without a hash of their content. */
export function readList(): string[] {
  return JSON.parse(readFileSync(listFile, 'utf8')) as string[];
}

export function writeList(names: string[]): void {
  writeFileSync(listFile, toText(names));
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
