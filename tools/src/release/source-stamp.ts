import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from './front-ends.ts';

const skipped = new Set(['node_modules', 'dist']);

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries
      .filter((entry) => !skipped.has(entry.name))
      .map((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesUnder(path) : [path];
      }),
  );
  return nested.flat();
}

/** A hash over everything that a front end is built from: its sources, the libraries, the bundler settings, the lock file. */
export async function sourceStamp(dir: string): Promise<string> {
  const shared = ['libs/ui-theme', 'libs/contracts', 'tools/webpack'].map((path) =>
    join(workspaceRoot, path),
  );
  const files = (await Promise.all([dir, ...shared].map(filesUnder)))
    .flat()
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .concat(join(workspaceRoot, 'package-lock.json'))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(workspaceRoot.length)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}
