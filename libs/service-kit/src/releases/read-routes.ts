import { basename } from 'node:path';
import type { Route } from '@fareline/contracts';
import { remoteManifestSchema, shellManifestSchema } from '@fareline/contracts/schemas';
import { readJsonFile } from './read-json-file.ts';

export const shellManifestName = 'manifest.json';
export const remoteManifestName = 'mf-manifest.json';

/** Reads format and route data of a front end from the manifest of its build. Throws a sentence for operators when they are not valid. */
export async function readManifest(
  name: string,
  manifest: string,
): Promise<{ format: number; routes: Route[] }> {
  const isShell = basename(manifest) === shellManifestName;
  try {
    return isShell
      ? await readJsonFile(manifest, shellManifestSchema)
      : (await readJsonFile(manifest, remoteManifestSchema)).metaData;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error(`The manifest of ${name} is missing: ${manifest}.`, { cause: error });
    throw new Error(
      `The manifest of ${name} has no valid routes. Correct its routes, or build it again if older tools built it.\n${(error as Error).message}`,
      { cause: error },
    );
  }
}

export const readRoutes = async (name: string, manifest: string): Promise<Route[]> =>
  (await readManifest(name, manifest)).routes;
