import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseTable } from '@fareline/contracts';
import { releaseTableSchema } from '@fareline/contracts/schemas';
import { isSameProcess, startOf } from '../local/alive.ts';

const fileOf = (releases: string): string => join(releases, 'dev.json');

async function change(releases: string, edit: (table: ReleaseTable) => void): Promise<void> {
  const table = await readFile(fileOf(releases), 'utf8').then(
    (text) => releaseTableSchema.parse(JSON.parse(text)),
    (): ReleaseTable => ({}),
  );
  edit(table);
  await mkdir(releases, { recursive: true });
  const next = join(releases, `dev.${process.pid}.json`);
  await writeFile(next, JSON.stringify(table, null, 2));
  await rename(next, fileOf(releases));
}

/** The version of what this process serves or builds while it develops: it names the process, so that others see when that has gone. */
export const devVersion = (): string => `dev-${process.pid}-${startOf(process.pid) ?? ''}`;

function isLeftBehind(version: string): boolean {
  const [, pid, start] = /^dev-(\d+)-(\d*)$/.exec(version) ?? [];
  return !pid || !isSameProcess(Number(pid), start);
}

/** Takes back what a killed `npm run dev` could not: the site would go on pointing at an address where nothing answers. */
export async function takeBackLeftOvers(releases: string): Promise<void> {
  if (!existsSync(fileOf(releases))) return;
  await change(releases, (table) => {
    for (const [name, { version }] of Object.entries(table)) if (isLeftBehind(version)) delete table[name];
  });
  const shells = await readdir(join(releases, 'shell')).catch(() => []);
  const left = shells.filter((version) => version.startsWith('dev-') && isLeftBehind(version));
  await Promise.all(
    left.map((version) => rm(join(releases, 'shell', version), { recursive: true, force: true })),
  );
}

/** Tells an edge outside production to take these in place of the released ones. The answer takes that back. */
export async function override(releases: string, entries: ReleaseTable): Promise<() => Promise<void>> {
  await change(releases, (table) => Object.assign(table, entries));
  return () =>
    change(releases, (table) => {
      for (const name of Object.keys(entries)) delete table[name];
    });
}
