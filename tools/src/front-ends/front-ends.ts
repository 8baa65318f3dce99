import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UsageError } from '@fareline/service-kit/command-line';
import { parseConfig, urlSetting } from '@fareline/service-kit/config';
import { connectReleaseStorage, releaseStorageShape } from '@fareline/releases/connect';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import { createRemoteStorage } from '@fareline/releases/remote-storage';
import type { ReleaseStorage } from '@fareline/releases/storage';
import { getDataFolder, repoRoot } from '../local/paths.ts';
import { loadSigningKey } from '../local/signing-key.ts';

export interface FrontEnd {
  /** Its name in the release table. */
  name: string;
  /** Absolute path of its folder. */
  dir: string;
}

/** All folders under apps/ that can be built; `search-mfe` is released as `search`. */
export function listFrontEnds(): FrontEnd[] {
  const apps = join(repoRoot, 'apps');
  return readdirSync(apps)
    .filter((folder) => existsSync(join(apps, folder, 'webpack.config.ts')))
    .filter((folder) => ['main.tsx', 'routes.ts'].some((file) => existsSync(join(apps, folder, 'src', file))))
    .map((folder) => ({ name: folder.replace(/-mfe$/, ''), dir: join(apps, folder) }));
}

/** The name in the release table of `search`, `search-mfe` or `apps/search-mfe`, whether or not its folder exists. */
export const getFrontEndName = (name: string): string => basename(name).replace(/-mfe$/, '');

/** Finds a front end by name (`search`, `search-mfe` or `apps/search-mfe`). Throws a UsageError that lists the names when there is none. */
export function findFrontEnd(name: string): FrontEnd {
  const frontEnds = listFrontEnds();
  const found = frontEnds.find((frontEnd) => frontEnd.name === getFrontEndName(name));
  if (found) return found;
  throw new UsageError(
    `Unknown front end "${name}". The front ends are: ${frontEnds.map((frontEnd) => frontEnd.name).join(', ')}.`,
  );
}

/** Absolute path of the releases folder: RELEASES_DIR, else a folder of the local data. */
export function getReleasesDir(env: NodeJS.ProcessEnv = process.env): string {
  return env.RELEASES_DIR ? resolve(env.RELEASES_DIR) : join(getDataFolder(env), 'releases');
}

/**
 * The releases behind the site RELEASES_URL, in the bucket RELEASES_BUCKET or the folder RELEASES_DIR, else those of the local
 * data.
 */
export async function getReleaseStorage(env: NodeJS.ProcessEnv = process.env): Promise<ReleaseStorage> {
  const { RELEASES_URL: site, ...config } = parseConfig(
    { ...releaseStorageShape, RELEASES_URL: urlSetting.optional() },
    env,
  );
  if (site) return createRemoteStorage(site, loadSigningKey(env));
  const storage = await connectReleaseStorage(config);
  return storage ?? createFolderStorage(getReleasesDir(env));
}
