import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repoRoot } from '../../local/paths.ts';
import { listFiles } from '../source-hash.ts';

/** What every front end bundles or gets from the shell. */
const shared = ['ui-theme/src', 'contracts/src/client'].map((path) =>
  join(repoRoot, 'node_modules/@fareline', path),
);

/** Named imports, with their module. */
const imports = /import\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g;

/** The names that a front end imports from the contracts, among them the endpoints that it calls. */
export async function findUsedNames(dir: string): Promise<Set<string>> {
  const folders = [join(dir, 'src'), ...shared];
  const files = (await Promise.all(folders.map(listFiles))).flat();
  const sources = files.filter((file) => /\.[jt]sx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
  const names = new Set<string>();
  for (const file of sources)
    for (const [, list = '', from = ''] of (await readFile(file, 'utf8')).matchAll(imports))
      if (from === '@fareline/contracts' || /\/endpoints\.[jt]s$/.test(from))
        for (const name of list.split(',')) names.add(name.trim().replace(/ as .*$/, ''));
  return names;
}
