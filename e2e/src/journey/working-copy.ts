import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { address } from '../product.ts';

const root = resolve(import.meta.dirname, '../../..');
const parts = [
  'apps',
  'libs',
  'tools',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.react.json',
  'nx.json',
];

/** What a build makes or npm installs: linked or left out, as copying it takes longer than all sources together. */
const copied = (path: string) => !['dist', 'node_modules'].includes(basename(path));

/** A checkout as the team of one front end has it: sources to change, and the command that releases them. */
export async function workingCopy(folder: string) {
  await mkdir(folder, { recursive: true });
  for (const part of parts)
    await cp(join(root, part), join(folder, part), { recursive: true, filter: copied });
  for (const installed of globSync(['node_modules', 'tools/node_modules', '{apps,libs}/*/node_modules'], {
    cwd: root,
  }))
    await symlink(join(root, installed), join(folder, installed));

  return {
    async replace(file: string, before: string, after: string): Promise<void> {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      if (!text.includes(before)) throw new Error(`${file} has no "${before}".`);
      await writeFile(path, text.replace(before, after));
    },
    /** What `npm run release --` does with these words. */
    async release(...words: string[]): Promise<string> {
      const command = [join(folder, 'tools/src/release/release.ts'), ...words];
      const env = { ...process.env, RELEASES_DIR: address('E2E_RELEASES_DIR') };
      return (await promisify(execFile)(process.execPath, command, { cwd: folder, env })).stdout;
    },
  };
}

/** The release table as it stands. */
export async function releaseTable(): Promise<Record<string, { version: string }>> {
  return JSON.parse(await readFile(join(address('E2E_RELEASES_DIR'), 'table.json'), 'utf8')) as Record<
    string,
    { version: string }
  >;
}
