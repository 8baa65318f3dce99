import type { ReleaseCounts } from '@fareline/contracts';
import { releaseCountsSchema } from '@fareline/contracts/schemas';
import { z } from 'zod';
import { readJson, removeOlder, type ReleaseStorage } from './storage.ts';

/** Counts of the last ten minutes by front end and version: `search 3-abc`. */
export type CountsByVersion = Record<string, ReleaseCounts>;

const fileSchema = z.object({ at: z.number(), counts: z.record(z.string(), releaseCountsSchema) });

/** Hidden, so that it is not served. */
const prefix = '.health/';

/** An edge that has not written for so long has ended without removing its file. */
const maxAgeMs = 60_000;

const getKey = (instance: string): string => `${prefix}${instance}.json`;

/** Writes what one edge has counted. */
export const writeCounts = (
  storage: ReleaseStorage,
  instance: string,
  counts: CountsByVersion,
): Promise<void> => storage.write(getKey(instance), JSON.stringify({ at: Date.now(), counts }));

export const removeCounts = (storage: ReleaseStorage, instance: string): Promise<void> =>
  storage.remove([getKey(instance)]);

/** Deletes what edges that were killed have left. */
export const removeOldCounts = (storage: ReleaseStorage): Promise<void> =>
  removeOlder(storage, prefix, maxAgeMs);

/** What all edges together have counted. A file that cannot be read counts nothing. */
export async function readCounts(storage: ReleaseStorage): Promise<CountsByVersion> {
  const keys = (await storage.list(prefix)).map(({ key }) => key);
  const files = await Promise.all(
    keys.map((key) => readJson(storage, key, fileSchema).catch(() => undefined)),
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
