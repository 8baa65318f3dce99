import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ReleaseFile } from '@fareline/contracts';
import { getProductSetting } from './product.ts';

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

/** Build output and installed packages are not copied, because that takes longer than copying all sources. */
const isSource = (path: string) => !['dist', 'node_modules'].includes(basename(path));

/** Where a team releases, as the environment of the release command; by default as this product's own start does. */
const ownSettings = () => ({
  RELEASES_DIR: getProductSetting('E2E_RELEASES_DIR'),
  RELEASE_KEY: getProductSetting('E2E_RELEASE_KEY'),
});

/** Creates a checkout as the team of a front end has it, with functions that change its sources and release them. */
export async function createWorkingCopy(folder: string, settings: Record<string, string> = ownSettings()) {
  await mkdir(folder, { recursive: true });
  for (const part of parts)
    await cp(join(root, part), join(folder, part), { recursive: true, filter: isSource });
  // All but the libraries of the repository, which are those of the copy.
  await mkdir(join(folder, 'node_modules/@fareline'), { recursive: true });
  for (const installed of globSync(['node_modules/*', 'tools/node_modules', '{apps,libs}/*/node_modules'], {
    cwd: root,
  }))
    if (basename(installed) !== '@fareline') await symlink(join(root, installed), join(folder, installed));
  for (const library of globSync(['libs/*', 'tools'], { cwd: root }))
    await symlink(join(folder, library), join(folder, 'node_modules/@fareline', basename(library)));

  return {
    async replace(file: string, before: string, after: string): Promise<void> {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      if (!text.includes(before)) throw new Error(`${file} has no "${before}".`);
      await writeFile(path, text.replace(before, after));
    },
    /** Runs `npm run release --` with these arguments and returns its output. */
    async release(...args: string[]): Promise<string> {
      const command = [join(folder, 'tools/src/release/release.ts'), ...args];
      const env = {
        ...process.env,
        COMMIT: 'working-copy',
        ...settings,
      };
      return (await promisify(execFile)(process.execPath, command, { cwd: folder, env })).stdout;
    },
    /** What the release command says when it refuses; throws when it does not. */
    async refuse(...args: string[]): Promise<string> {
      const { stderr } = await this.release(...args).then(
        (output) => Promise.reject(new Error(`This was released: ${output}`)),
        (error: { stderr: string }) => error,
      );
      return stderr;
    },
  };
}

/** Reads the current release table. */
export async function readReleaseTable(): Promise<ReleaseFile> {
  return JSON.parse(
    await readFile(join(getProductSetting('E2E_RELEASES_DIR'), 'table.json'), 'utf8'),
  ) as ReleaseFile;
}
