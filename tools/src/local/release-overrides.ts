import type { ReleaseTable } from '@fareline/contracts';
import { releaseTableSchema } from '@fareline/contracts/schemas';
import { readJson, type ReleaseStorage } from '@fareline/releases/storage';
import { isSameProcess, readStartTime } from './process-status.ts';

const overridesKey = 'dev.json';

async function updateOverrides(storage: ReleaseStorage, edit: (table: ReleaseTable) => void): Promise<void> {
  const table = (await readJson(storage, overridesKey, releaseTableSchema).catch(() => undefined)) ?? {};
  edit(table);
  await storage.write(overridesKey, JSON.stringify(table, null, 2));
}

/** A version that contains the id and start time of this process, so that other processes can tell when it has exited. */
export const createDevVersion = (): string => `dev-${process.pid}-${readStartTime(process.pid) ?? ''}`;

function isStale(version: string): boolean {
  const [, pid, start] = /^dev-(\d+)-(\d*)$/.exec(version) ?? [];
  return !pid || !isSameProcess(Number(pid), start);
}

/** Removes the overrides of a killed `npm run dev`: the site would otherwise load front ends from a server that has stopped. */
export async function removeStaleOverrides(storage: ReleaseStorage): Promise<void> {
  if (!(await storage.getTag(overridesKey))) return;
  await updateOverrides(storage, (table) => {
    for (const [name, { version }] of Object.entries(table)) if (isStale(version)) delete table[name];
  });
  const isStaleBuild = ({ key }: { key: string }) => {
    const [, version = ''] = key.split('/');
    return version.startsWith('dev-') && isStale(version);
  };
  const stale = (await storage.list('shell/')).filter(isStaleBuild);
  await storage.remove(stale.map(({ key }) => key));
}

/** Makes an edge outside production use these front ends instead of the released ones. Returns a function that removes them. */
export async function addOverrides(
  storage: ReleaseStorage,
  entries: ReleaseTable,
): Promise<() => Promise<void>> {
  await updateOverrides(storage, (table) => Object.assign(table, entries));
  return () =>
    updateOverrides(storage, (table) => {
      for (const name of Object.keys(entries)) delete table[name];
    });
}
