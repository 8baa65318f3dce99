import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Release } from '@fareline/contracts';
import { configOf, runBundler } from '../release/build.ts';
import { frontEnd } from '../release/front-ends.ts';
import { devVersion } from './override.ts';

/**
 * Builds the shell with React's development version, which component refresh needs, into a folder beside its releases.
 * `remove` deletes that folder.
 */
export async function devShell(releases: string): Promise<{ release: Release; remove: () => Promise<void> }> {
  const { dir } = frontEnd('shell');
  const config = await configOf(dir, true);
  const version = devVersion();
  const built = join(releases, '.dev', version);
  await runBundler({ ...config, output: { ...config.output, path: built } });
  const target = join(releases, 'shell', version);
  await cp(built, target, { recursive: true });
  await rm(built, { recursive: true, force: true });
  return {
    release: { version, manifest: `/releases/shell/${version}/manifest.json` },
    remove: () => rm(target, { recursive: true, force: true }),
  };
}
