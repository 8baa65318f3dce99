import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseTable } from '@fareline/contracts';
import { releaseTableSchema } from '@fareline/contracts/schemas';

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

/** Tells an edge outside production to take these in place of the released ones. The answer takes that back. */
export async function override(releases: string, entries: ReleaseTable): Promise<() => Promise<void>> {
  await change(releases, (table) => Object.assign(table, entries));
  return () =>
    change(releases, (table) => {
      for (const name of Object.keys(entries)) delete table[name];
    });
}
