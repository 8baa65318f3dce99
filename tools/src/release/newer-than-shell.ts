import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { remoteManifestSchema, shellManifestSchema } from '@fareline/contracts/schemas';
import { lt, minVersion } from 'semver';
import { readTable } from './table.ts';

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

/**
 * Sentences about the shared libraries that a built remote needs newer than the released shell provides. Of a library that the
 * remote brings a copy of, it takes its own then. None where no shell is released.
 */
export async function newerThanShell(releases: string, manifest: string): Promise<string[]> {
  const { shell } = await readTable(releases);
  if (!shell) return [];
  const shellManifest = join(releases, shell.manifest.replace(/^\/releases\//, ''));
  const { shared: provided } = shellManifestSchema.parse(await readJson(shellManifest));
  const { shared } = remoteManifestSchema.parse(await readJson(manifest));
  return shared.flatMap(({ name, requiredVersion, assets }) => {
    const version = provided[name] ?? '0.0.0';
    const isOwn = assets.js.sync.length > 0;
    return isOwn || !lt(version, minVersion(requiredVersion)!)
      ? []
      : [`It needs ${name} ${requiredVersion}, and the released shell provides ${version}.`];
  });
}
