import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Release, RemoteManifest } from '@fareline/contracts';
import { remoteManifestSchema, shellManifestSchema } from '@fareline/contracts/schemas';
import { readJsonFile } from '@fareline/service-kit/releases/read-json-file';
import { readReleaseTable } from '@fareline/service-kit/releases/release-table';
import { satisfies } from 'semver';
import type { z } from 'zod';

type Provided = Record<string, string>;

/** Shared modules that a remote needs in a version that a shell does not have; what it bundles itself always fits. */
const findMissing = ({ shared }: RemoteManifest, provided: Provided) =>
  shared.flatMap(({ name, requiredVersion, assets }) => {
    const version = provided[name] ?? '0.0.0';
    const isBundled = assets.js.sync.length > 0;
    return isBundled || satisfies(version, requiredVersion) ? [] : [{ name, requiredVersion, version }];
  });

/** A removed front end has no files. */
const readIfPresent = <T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> =>
  existsSync(file) ? readJsonFile(file, schema) : Promise.resolve(undefined);

/**
 * Messages about shared libraries of a built front end: a remote has to fit the shell, current and candidate, and a shell all
 * remotes, except those that are released `together` with it.
 */
export async function findLibraryConflicts(
  releases: string,
  name: string,
  manifest: string,
  together: readonly string[] = [],
): Promise<string[]> {
  const { shell, ...remotes } = await readReleaseTable(releases);
  const toFile = (release: Release) => join(releases, release.manifest.replace(/^\/releases\//, ''));
  if (name !== 'shell') {
    const built = await readJsonFile(manifest, remoteManifestSchema);
    const shells = shell ? [shell, ...(shell.candidate ? [shell.candidate] : [])] : [];
    const missing = await Promise.all(
      shells.map(async (release) => {
        const provided = (await readIfPresent(toFile(release), shellManifestSchema))?.shared;
        return (provided ? findMissing(built, provided) : []).map(
          (module) =>
            `It needs ${module.name} ${module.requiredVersion}, and the shell ${release.version} provides ${module.version}. Release the shell first.`,
        );
      }),
    );
    return missing.flat();
  }
  const { shared } = await readJsonFile(manifest, shellManifestSchema);
  const others = Object.entries(remotes)
    .filter(([remote]) => !together.includes(remote))
    .flatMap(([remote, { candidate, ...release }]) =>
      [release, ...(candidate ? [candidate] : [])].map((used) => ({ remote, used })),
    );
  const missing = await Promise.all(
    others.map(async ({ remote, used }) => {
      const released = await readIfPresent(toFile(used), remoteManifestSchema);
      return (released ? findMissing(released, shared) : []).map(
        (module) =>
          `${remote} ${used.version} needs ${module.name} ${module.requiredVersion}, and this shell provides ${module.version}. Release them together.`,
      );
    }),
  );
  return missing.flat();
}
