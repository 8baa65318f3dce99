import type { Release } from '@fareline/contracts';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import { getManifestName, readRoutes } from '@fareline/releases/read-routes';
import { getVersionPrefix } from '@fareline/releases/record';
import { hashFiles, writeSignedRecord } from '@fareline/releases/signature';
import { readFiles, removeBelow, type ReleaseStorage } from '@fareline/releases/storage';
import { findFrontEnd } from '../front-ends/front-ends.ts';
import { createDevVersion } from '../local/release-overrides.ts';
import { loadSigningKey } from '../local/signing-key.ts';
import { withBuildFolder } from '../release/build-folder.ts';
import { loadBundlerConfig, runBundler } from '../release/build.ts';

const name = 'shell';

/**
 * Builds the shell with the development version of React, which Fast Refresh needs, as a version beside its releases. `remove`
 * deletes it.
 */
export async function buildDevShell(
  storage: ReleaseStorage,
): Promise<{ release: Release; remove: () => Promise<void> }> {
  const { dir } = findFrontEnd(name);
  const config = await loadBundlerConfig(dir, true);
  const version = createDevVersion();
  const prefix = getVersionPrefix(name, version);
  await withBuildFolder(name, async (folder) => {
    await runBundler({ ...config, output: { ...config.output, path: folder } });
    const files = await readFiles(createFolderStorage(folder));
    await Promise.all([...files].map(([path, content]) => storage.write(prefix + path, content)));
    const record = { name, version, commit: 'unknown', by: 'dev', at: new Date().toISOString() };
    await writeSignedRecord(storage, { ...record, files: hashFiles(files) }, loadSigningKey());
  });
  const manifest = prefix + getManifestName(name);
  const routes = await readRoutes(storage, name, manifest);
  return {
    release: { version, manifest: `/releases/${manifest}`, routes },
    remove: () => removeBelow(storage, prefix),
  };
}
