import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';

const ignoredFolders = new Set(['node_modules', 'dist']);

export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries
      .filter((entry) => !ignoredFolders.has(entry.name))
      .map((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? listFiles(path) : [path];
      }),
  );
  return nested.flat();
}

const lockFile = join(repoRoot, 'package-lock.json');
const sharedFolders = ['libs/ui-theme', 'libs/presentation', 'libs/contracts', 'tools/webpack'].map((path) =>
  join(repoRoot, path),
);

/** What a front end is built from: its sources, the libraries, the webpack configuration, the lock file. */
export const sourcePaths = (dir: string): string[] => [dir, ...sharedFolders, lockFile];

/** Hashes everything that a front end is built from, besides tests. */
export async function hashSources(dir: string): Promise<string> {
  const files = (await Promise.all([dir, ...sharedFolders].map(listFiles)))
    .flat()
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .concat(lockFile)
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(repoRoot.length)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}
