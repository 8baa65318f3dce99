import { basename } from 'node:path';
import type { Route } from '@fareline/contracts';
import { remoteManifestSchema, shellManifestSchema } from '@fareline/contracts/schemas';
import { readJsonFile } from './read-json-file.ts';

export const shellManifestName = 'manifest.json';
export const remoteManifestName = 'mf-manifest.json';

/** Reads the route data of a front end from the manifest of its build. Throws a sentence for operators when there is none. */
export async function readRoutes(name: string, manifest: string): Promise<Route[]> {
  const isShell = basename(manifest) === shellManifestName;
  try {
    return isShell
      ? (await readJsonFile(manifest, shellManifestSchema)).routes
      : (await readJsonFile(manifest, remoteManifestSchema)).metaData.routes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error(`The manifest of ${name} is missing: ${manifest}.`, { cause: error });
    throw new Error(
      `The manifest of ${name} has no valid routes. Correct its routes, or build it again if older tools built it.\n${(error as Error).message}`,
      { cause: error },
    );
  }
}
