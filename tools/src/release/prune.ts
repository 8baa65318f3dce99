import type { Audience, ReleaseFile } from '@fareline/contracts';
import { prerenderedFolder } from '@fareline/contracts/schemas';
import { findEntry, readReleaseTable, updateReleaseTable } from '@fareline/releases/release-table';
import { listVersions, numberFolder } from '@fareline/releases/record';
import { removeBelow, type ReleaseStorage } from '@fareline/releases/storage';
import { withdraw, type Author } from '@fareline/releases/versions';
import { sourceMapFolder } from './publish.ts';

/** No upload and no walk through a site takes so long. */
const maxReleaseMs = 3600_000;

/** False for those who have the preview link only. */
export const hasVisitors = ({ brands, percent }: Audience): boolean =>
  brands !== undefined || percent !== undefined;

/** True for a candidate that visitors get by a link only, for so long that the release which was checking it must have been killed. */
export function isAbandoned({ candidate, history }: ReleaseFile[string]): boolean {
  if (!candidate || hasVisitors(candidate.audience)) return false;
  const { at } =
    history.find(({ action, version }) => action === 'candidate' && version === candidate.version) ?? {};
  return at === undefined || Date.now() - Date.parse(at) > maxReleaseMs;
}

function getEntry(table: ReleaseFile, name: string): ReleaseFile[string] {
  const entry = findEntry(table, name);
  if (!entry) throw new Error(`"${name}" is not in the release table.`);
  return entry;
}

/** Deletes the claims of numbers that no version has, up to the last one, which is never given again. */
async function removeClaims(storage: ReleaseStorage, name: string, count: number): Promise<void> {
  const used = new Set((await listVersions(storage, name)).map((version) => Number.parseInt(version, 10)));
  const claims = (await storage.list(`${numberFolder}/${name}/`)).map(({ key }) => key);
  await storage.remove(
    claims.filter((key) => {
      const number = Number(key.split('/').at(-1));
      return number <= count && !used.has(number);
    }),
  );
}

/** True for a version whose last trial was ended, and that has not been current or a candidate again. */
const isWithdrawn = ({ history }: ReleaseFile[string], version: string): boolean =>
  history.find((event) => event.version === version)?.action === 'withdrawn';

/** Versions without a record to which nothing has been written for so long that their upload or deletion must have been killed. */
async function listUnfinished(storage: ReleaseStorage, name: string, finished: string[]): Promise<string[]> {
  const lastWrites = new Map<string, number>();
  for (const folder of [name, `${sourceMapFolder}/${name}`])
    for (const { key, writtenAt } of await storage.list(`${folder}/`)) {
      const [version = ''] = key.slice(folder.length + 1).split('/');
      lastWrites.set(version, Math.max(writtenAt, lastWrites.get(version) ?? 0));
    }
  return [...lastWrites]
    .filter(([version, at]) => !finished.includes(version) && Date.now() - at > maxReleaseMs)
    .map(([version]) => version);
}

/**
 * Deletes the versions of a front end that are older than the newest `keep`, but not those in use or the one that a rollback returns
 * to, and returns which. A withdrawn version is none of the newest, and stays as long as they do: an open page of a deleted version
 * cannot load its further screens. What a killed release has left goes too: its candidate is withdrawn first.
 */
export async function prune(
  storage: ReleaseStorage,
  name: string,
  keep: number,
  author: Author,
): Promise<string[]> {
  const readEntry = async () => getEntry(await readReleaseTable(storage), name);
  let entry = await readEntry();
  if (isAbandoned(entry)) {
    const reason = 'Nobody got it, and its release did not end.';
    await withdraw(storage, name, { ...author, reason }, entry.candidate!.version);
    entry = await readEntry();
  }
  const inUse = [entry.version, entry.candidate?.version, entry.previous[0]];
  const versions = await listVersions(storage, name);
  const oldest = versions.filter((version) => !isWithdrawn(entry, version))[keep - 1];
  const old = oldest === undefined ? [] : versions.slice(versions.indexOf(oldest) + 1);
  const unfinished = await listUnfinished(storage, name, versions);
  const deleted = [...old, ...unfinished].filter((version) => !inUse.includes(version));
  for (const version of deleted)
    for (const folder of [name, `${sourceMapFolder}/${name}`, `${prerenderedFolder}/${name}`])
      await removeBelow(storage, `${folder}/${version}/`);
  // After the files: a site lets no version out of the table that could still be returned to.
  const left = await listVersions(storage, name);
  await updateReleaseTable(storage, (table) => {
    const stored = getEntry(table, name);
    stored.previous = stored.previous.filter((version, index) => index === 0 || left.includes(version));
  });
  await removeClaims(storage, name, entry.count);
  return deleted;
}
