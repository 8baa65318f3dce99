import type { Route } from '@fareline/contracts';
import { remoteManifestSchema, shellManifestSchema } from '@fareline/contracts/schemas';
import { readJson, type ReleaseStorage } from './storage.ts';

/** File name of the manifest of a front end: the shell's own, or the federation manifest of a remote. */
export const getManifestName = (name: string): string =>
  name === 'shell' ? 'manifest.json' : 'mf-manifest.json';

/** Reads format and route data of a front end from the manifest of its build. Throws a sentence for operators when they are not valid. */
export async function readManifest(
  storage: ReleaseStorage,
  name: string,
  key: string,
): Promise<{ format: number; routes: Route[] }> {
  const manifest = await readParts(storage, name, key).catch((error: Error) => {
    // An error of the storage says nothing about the manifest.
    if ('code' in error) throw error;
    throw new Error(
      `The manifest of ${name} has no valid routes. Correct its routes, or build it again if older tools built it.\n${error.message}`,
      { cause: error },
    );
  });
  if (!manifest) throw new Error(`The manifest of ${name} is missing: ${storage.location}/${key}.`);
  return manifest;
}

const readParts = async (storage: ReleaseStorage, name: string, key: string) =>
  name === 'shell'
    ? readJson(storage, key, shellManifestSchema)
    : (await readJson(storage, key, remoteManifestSchema))?.metaData;

export const readRoutes = async (storage: ReleaseStorage, name: string, key: string): Promise<Route[]> =>
  (await readManifest(storage, name, key)).routes;
