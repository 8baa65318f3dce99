import type { RemoteManifest } from '@fareline/contracts';
import { remoteManifestSchema, shellManifestSchema } from '@fareline/contracts/schemas';
import { getManifestName } from '@fareline/releases/read-routes';
import { readReleaseTable } from '@fareline/releases/release-table';
import { readJson, toKey, type ReleaseStorage } from '@fareline/releases/storage';
import { satisfies } from 'semver';

type Provided = Record<string, string>;

/** Shared modules that a remote needs in a version that a shell does not have; what it bundles itself always fits. */
const findMissing = ({ shared }: RemoteManifest, provided: Provided) =>
  shared.flatMap(({ name, requiredVersion, assets }) => {
    const version = provided[name] ?? '0.0.0';
    const isBundled = assets.js.sync.length > 0;
    return isBundled || satisfies(version, requiredVersion) ? [] : [{ name, requiredVersion, version }];
  });

/**
 * Messages about shared libraries of a built front end: a remote has to fit the shell, current and candidate, and a shell all
 * remotes, except those that are released `together` with it.
 */
export async function findLibraryConflicts(
  storage: ReleaseStorage,
  name: string,
  build: ReleaseStorage,
  together: readonly string[] = [],
): Promise<string[]> {
  const { shell, ...remotes } = await readReleaseTable(storage);
  const manifest = getManifestName(name);
  if (name !== 'shell') {
    const built = await readJson(build, manifest, remoteManifestSchema);
    if (!built) return [];
    const shells = shell ? [shell, ...(shell.candidate ? [shell.candidate] : [])] : [];
    const missing = await Promise.all(
      shells.map(async (release) => {
        const provided = (await readJson(storage, toKey(release.manifest), shellManifestSchema))?.shared;
        return (provided ? findMissing(built, provided) : []).map(
          (module) =>
            `It needs ${module.name} ${module.requiredVersion}, and the shell ${release.version} provides ${module.version}. Release the shell first.`,
        );
      }),
    );
    return missing.flat();
  }
  const built = await readJson(build, manifest, shellManifestSchema);
  if (!built) return [];
  const others = Object.entries(remotes)
    .filter(([remote]) => !together.includes(remote))
    .flatMap(([remote, { candidate, ...release }]) =>
      [release, ...(candidate ? [candidate] : [])].map((used) => ({ remote, used })),
    );
  const missing = await Promise.all(
    others.map(async ({ remote, used }) => {
      const released = await readJson(storage, toKey(used.manifest), remoteManifestSchema);
      return (released ? findMissing(released, built.shared) : []).map(
        (module) =>
          `${remote} ${used.version} needs ${module.name} ${module.requiredVersion}, and this shell provides ${module.version}. Release them together.`,
      );
    }),
  );
  return missing.flat();
}
