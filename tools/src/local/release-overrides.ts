import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseTable } from '@fareline/contracts';
import { releaseTableSchema } from '@fareline/contracts/schemas';
import { isSameProcess, readStartTime } from './process-status.ts';

const getOverridesFile = (releases: string): string => join(releases, 'dev.json');

async function updateOverrides(releases: string, edit: (table: ReleaseTable) => void): Promise<void> {
  const table = await readFile(getOverridesFile(releases), 'utf8').then(
    (text) => releaseTableSchema.parse(JSON.parse(text)),
    (): ReleaseTable => ({}),
  );
  edit(table);
  await mkdir(releases, { recursive: true });
  const temporary = join(releases, `dev.${process.pid}.json`);
  await writeFile(temporary, JSON.stringify(table, null, 2));
  await rename(temporary, getOverridesFile(releases));
}

/** A version that contains the id and start time of this process, so that other processes can tell when it has exited. */
export const createDevVersion = (): string => `dev-${process.pid}-${readStartTime(process.pid) ?? ''}`;

function isStale(version: string): boolean {
  const [, pid, start] = /^dev-(\d+)-(\d*)$/.exec(version) ?? [];
  return !pid || !isSameProcess(Number(pid), start);
}

/** Removes the overrides of a killed `npm run dev`: the site would otherwise load front ends from a server that has stopped. */
export async function removeStaleOverrides(releases: string): Promise<void> {
  if (!existsSync(getOverridesFile(releases))) return;
  await updateOverrides(releases, (table) => {
    for (const [name, { version }] of Object.entries(table)) if (isStale(version)) delete table[name];
  });
  const shellVersions = await readdir(join(releases, 'shell')).catch(() => []);
  const staleVersions = shellVersions.filter((version) => version.startsWith('dev-') && isStale(version));
  await Promise.all(
    staleVersions.map((version) => rm(join(releases, 'shell', version), { recursive: true, force: true })),
  );
}

/** Makes an edge outside production use these front ends instead of the released ones. Returns a function that removes them. */
export async function addOverrides(releases: string, entries: ReleaseTable): Promise<() => Promise<void>> {
  await updateOverrides(releases, (table) => Object.assign(table, entries));
  return () =>
    updateOverrides(releases, (table) => {
      for (const name of Object.keys(entries)) delete table[name];
    });
}
