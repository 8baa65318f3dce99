import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseCounts } from '@fareline/contracts';
import { releaseCountsSchema } from '@fareline/contracts/schemas';
import { z } from 'zod';
import { readJsonFile } from './read-json-file.ts';

/** Counts of the last ten minutes by front end and version: `search 3-abc`. */
export type CountsByVersion = Record<string, ReleaseCounts>;

const fileSchema = z.object({ at: z.number(), counts: z.record(z.string(), releaseCountsSchema) });

/** Hidden, so that it is not served. */
const folder = '.health';

/** An edge that has not written for so long has ended without removing its file. */
const maxAgeMs = 60_000;

const getFile = (releases: string, instance: string): string => join(releases, folder, `${instance}.json`);

/** Writes what one edge has counted; readers see the old or the new file. */
export async function writeCounts(
  releases: string,
  instance: string,
  counts: CountsByVersion,
): Promise<void> {
  await mkdir(join(releases, folder), { recursive: true });
  const temporary = join(releases, folder, `${instance}.new`);
  await writeFile(temporary, JSON.stringify({ at: Date.now(), counts }));
  await rename(temporary, getFile(releases, instance));
}

export const removeCounts = (releases: string, instance: string): Promise<void> =>
  rm(getFile(releases, instance), { force: true });

/** What all edges together have counted. A file that cannot be read counts nothing. */
export async function readCounts(releases: string): Promise<CountsByVersion> {
  const names = (await readdir(join(releases, folder)).catch(() => [])).filter((name) =>
    name.endsWith('.json'),
  );
  const files = await Promise.all(
    names.map((name) => readJsonFile(join(releases, folder, name), fileSchema).catch(() => undefined)),
  );
  const sums: CountsByVersion = {};
  for (const file of files) {
    if (!file || Date.now() - file.at > maxAgeMs) continue;
    for (const [version, { views, errors }] of Object.entries(file.counts)) {
      const sum = (sums[version] ??= { views: 0, errors: 0 });
      sum.views += views;
      sum.errors += errors;
    }
  }
  return sums;
}
