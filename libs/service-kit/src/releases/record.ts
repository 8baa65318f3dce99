import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from './read-json-file.ts';

/** What a version is: written into its folder when it is published. */
const recordSchema = z.object({
  name: z.string(),
  version: z.string(),
  commit: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  /** Hash of the contracts that it was built with. */
  contracts: z.string().optional(),
  /** SHA-256 of each file by path. */
  files: z.record(z.string(), z.string()),
});
export type ReleaseRecord = z.output<typeof recordSchema>;

/** Hidden, so that it is not served. */
export const recordFile = '.release.json';

export const writeRecord = (folder: string, record: ReleaseRecord): Promise<void> =>
  writeFile(join(folder, recordFile), `${JSON.stringify(record, null, 2)}\n`);

/** Undefined when the version has been deleted meanwhile. */
async function readRecord(folder: string): Promise<ReleaseRecord | undefined> {
  try {
    return await readJsonFile(join(folder, recordFile), recordSchema);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The records of all versions of a front end that still have their files, newest first. */
export async function listRecords(releases: string, name: string): Promise<ReleaseRecord[]> {
  const versions = (await readdir(join(releases, name)).catch(() => [])).filter((folder) =>
    /^\d+-/.test(folder),
  );
  const records = await Promise.all(versions.map((version) => readRecord(join(releases, name, version))));
  return records
    .filter((record) => record !== undefined)
    .sort((a, b) => Number.parseInt(b.version, 10) - Number.parseInt(a.version, 10));
}
