import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { dataFolder } from '../local/paths.ts';

export const workspaceRoot = join(import.meta.dirname, '..', '..', '..');

export interface FrontEnd {
  /** Name in the release table. */
  name: string;
  /** Its folder, absolute. */
  dir: string;
}

/** Every folder under apps/ that has something to build; `search-mfe` is released as `search`. */
export function frontEnds(): FrontEnd[] {
  const apps = join(workspaceRoot, 'apps');
  return readdirSync(apps)
    .filter((folder) => existsSync(join(apps, folder, 'webpack.config.ts')))
    .filter((folder) => ['main.tsx', 'routes.ts'].some((file) => existsSync(join(apps, folder, 'src', file))))
    .map((folder) => ({ name: folder.replace(/-mfe$/, ''), dir: join(apps, folder) }));
}

/** The front end of that name (`search`, `search-mfe` or `apps/search-mfe`); throws a sentence that lists the names there are. */
export function frontEnd(name: string): FrontEnd {
  const all = frontEnds();
  const found = all.find((one) => one.name === basename(name).replace(/-mfe$/, ''));
  if (found) return found;
  throw new Error(`There is no front end "${name}". There are: ${all.map((one) => one.name).join(', ')}.`);
}

/** Where releases are kept: RELEASES_DIR, else a folder of the local data. An absolute path. */
export function releasesDir(env: NodeJS.ProcessEnv = process.env): string {
  return env.RELEASES_DIR ? resolve(env.RELEASES_DIR) : join(dataFolder(env), 'releases');
}
