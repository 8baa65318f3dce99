import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Release } from '@fareline/contracts';
import { loadBundlerConfig, runBundler } from '../release/build.ts';
import { readRoutes, shellManifestName } from '@fareline/service-kit/releases/read-routes';
import { findFrontEnd } from '../front-ends/front-ends.ts';
import { createDevVersion } from '../local/release-overrides.ts';

/**
 * Builds the shell with the development version of React, which Fast Refresh needs, into the folder of its releases.
 * `remove` deletes the build.
 */
export async function buildDevShell(
  releases: string,
): Promise<{ release: Release; remove: () => Promise<void> }> {
  const { dir } = findFrontEnd('shell');
  const config = await loadBundlerConfig(dir, true);
  const version = createDevVersion();
  const built = join(releases, '.dev', version);
  await runBundler({ ...config, output: { ...config.output, path: built } });
  const target = join(releases, 'shell', version);
  const routes = await readRoutes('shell', join(built, shellManifestName));
  await cp(built, target, { recursive: true });
  await rm(built, { recursive: true, force: true });
  return {
    release: { version, manifest: `/releases/shell/${version}/${shellManifestName}`, routes },
    remove: () => rm(target, { recursive: true, force: true }),
  };
}
