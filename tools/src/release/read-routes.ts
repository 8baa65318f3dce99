import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Route } from '@fareline/contracts';
import { remoteManifestSchema, shellManifestSchema } from '@fareline/contracts/schemas';
import { z } from 'zod';

export const shellManifestName = 'manifest.json';

/** Reads the route data of a front end from the manifest of its build. Throws a sentence for operators when there is none. */
export async function readRoutes(name: string, manifest: string): Promise<Route[]> {
  const content: unknown = JSON.parse(
    await readFile(manifest, 'utf8').catch((cause: unknown) => {
      throw new Error(`The manifest of ${name} is missing: ${manifest}.`, { cause });
    }),
  );
  const parsed =
    basename(manifest) === shellManifestName
      ? shellManifestSchema.transform(({ routes }) => routes).safeParse(content)
      : remoteManifestSchema.transform(({ metaData }) => metaData.routes).safeParse(content);
  if (parsed.success) return parsed.data;
  throw new Error(
    `The manifest of ${name} has no valid routes. Build ${name} again with the current tools.\n${z.prettifyError(parsed.error)}`,
  );
}
