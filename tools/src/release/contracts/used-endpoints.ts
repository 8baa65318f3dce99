import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../../front-ends/front-ends.ts';
import { listFiles } from '../source-hash.ts';

/** What every front end bundles or gets from the shell. */
const shared = ['libs/ui-theme/src', 'libs/contracts/src/client'];

/** Named imports, with their module. */
const imports = /import\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g;

/** The names that a front end imports from the contracts, among them the endpoints that it calls. */
export async function findUsedNames(dir: string): Promise<Set<string>> {
  const folders = [join(dir, 'src'), ...shared.map((path) => join(workspaceRoot, path))];
  const files = (await Promise.all(folders.map(listFiles))).flat();
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
  const names = new Set<string>();
  for (const file of sources)
    for (const [, list = '', from = ''] of (await readFile(file, 'utf8')).matchAll(imports))
      if (from === '@fareline/contracts' || from.endsWith('/endpoints.ts'))
        for (const name of list.split(',')) names.add(name.trim().replace(/ as .*$/, ''));
  return names;
}
