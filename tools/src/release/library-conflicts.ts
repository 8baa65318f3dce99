import { join } from 'node:path';
import { remoteManifestSchema, shellManifestSchema } from '@fareline/contracts/schemas';
import { lt, minVersion } from 'semver';
import { readJsonFile } from '../front-ends/read-json-file.ts';
import { readReleaseTable } from '../front-ends/release-table.ts';

/**
 * Messages about shared libraries that a built remote needs in a newer version than the released shell provides. Libraries that
 * the remote bundles a fallback of never conflict. Empty when no shell is released.
 */
export async function findLibraryConflicts(releases: string, manifest: string): Promise<string[]> {
  const { shell } = await readReleaseTable(releases);
  if (!shell) return [];
  const shellManifest = join(releases, shell.manifest.replace(/^\/releases\//, ''));
  const { shared: provided } = await readJsonFile(shellManifest, shellManifestSchema);
  const { shared } = await readJsonFile(manifest, remoteManifestSchema);
  return shared.flatMap(({ name, requiredVersion, assets }) => {
    const version = provided[name] ?? '0.0.0';
    const hasFallback = assets.js.sync.length > 0;
    return hasFallback || !lt(version, minVersion(requiredVersion)!)
      ? []
      : [`It needs ${name} ${requiredVersion}, and the released shell provides ${version}.`];
  });
}
