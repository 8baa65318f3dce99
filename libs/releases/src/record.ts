import { eventLineSchema } from '@fareline/contracts/schemas';
import { z } from 'zod';
import { AppError } from '@fareline/service-kit/app-error';
import { readJson, type ReleaseStorage } from './storage.ts';

/** What a version is. Its record is written last, so that a version with one has all its files. */
const recordSchema = z.object({
  name: z.string(),
  version: z.string(),
  commit: eventLineSchema,
  by: eventLineSchema,
  at: z.iso.datetime(),
  /** Hash of the contracts that it was built with. */
  contracts: z.string().optional(),
  /** SHA-256 of each file by path. */
  files: z.record(z.string(), z.string()),
});
export type ReleaseRecord = z.output<typeof recordSchema>;

/** Hidden, so that it is not served. */
export const recordFile = '.release.json';

/** Claimed numbers of versions. */
export const numberFolder = '.numbers';

/** The prefix of the keys of a version's files. */
export const getVersionPrefix = (name: string, version: string): string => `${name}/${version}/`;

const getRecordKey = (name: string, version: string) => getVersionPrefix(name, version) + recordFile;

/** The text that is stored and signed. */
export const formatRecord = (record: ReleaseRecord): string => `${JSON.stringify(record, null, 2)}\n`;

export const writeRecord = (storage: ReleaseStorage, record: ReleaseRecord): Promise<void> =>
  storage.write(getRecordKey(record.name, record.version), formatRecord(record));

/** Whether a version has been published, and not been deleted. */
export const hasVersion = async (storage: ReleaseStorage, name: string, version: string): Promise<boolean> =>
  (await storage.getTag(getRecordKey(name, version))) !== undefined;

/** Undefined when there is no such version, or not any more. */
export const readRecord = (
  storage: ReleaseStorage,
  name: string,
  version: string,
): Promise<ReleaseRecord | undefined> => readJson(storage, getRecordKey(name, version), recordSchema);

/** The versions of a front end that have their files, newest first. */
export async function listVersions(storage: ReleaseStorage, name: string): Promise<string[]> {
  const keys = (await storage.list(`${name}/`)).map(({ key }) => key.split('/'));
  return keys
    .filter(([, version = '', file]) => file === recordFile && /^\d+-/.test(version))
    .map(([, version = '']) => version)
    .sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));
}

/** The records of all versions of a front end that have their files, newest first, without those that cannot be read. */
export async function listRecords(
  storage: ReleaseStorage,
  name: string,
  onFailure: (message: string) => void,
): Promise<ReleaseRecord[]> {
  const versions = await listVersions(storage, name);
  const records = await Promise.all(
    versions.map((version) =>
      readRecord(storage, name, version).catch((error: Error) => {
        // The whole storage is down, which is no matter of one record.
        if (error instanceof AppError) throw error;
        onFailure(`The record of ${name} ${version} cannot be read: ${error.message}`);
        return undefined;
      }),
    ),
  );
  return records.filter((record) => record !== undefined);
}
