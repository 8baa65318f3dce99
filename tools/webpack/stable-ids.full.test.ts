import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workspaceRoot } from './workspace-root.ts';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'checkouts-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const files = {
  'package.json': '{ "type": "module" }',
  'apps/tiny/src/page.ts': "export const page = () => import('./more.ts');",
  'apps/tiny/src/more.ts': 'export const more = location.href;',
  'apps/tiny/src/styles.css': 'p { color: red }',
  'build.ts': `import webpack from 'webpack';
    import { remoteConfig } from './tools/webpack/index.ts';
    const dir = import.meta.dirname + '/apps/tiny';
    const config = remoteConfig({ name: 'tiny', dir, routes: [{ path: '/tiny', screen: 'page', file: 'page.ts' }] });
    webpack(config).run((error, stats) => {
      if (error || stats?.hasErrors()) throw error ?? new Error(stats?.toString());
    });`,
};

/** Builds a small remote in a checkout of this name and returns the hash of each served file. */
async function build(folder: string): Promise<Record<string, string>> {
  const root = join(parent, folder);
  await mkdir(join(root, 'apps/tiny/src'), { recursive: true });
  await cp(join(workspaceRoot, 'tools/webpack'), join(root, 'tools/webpack'), { recursive: true });
  await symlink(join(workspaceRoot, 'node_modules'), join(root, 'node_modules'));
  for (const [file, text] of Object.entries(files)) await writeFile(join(root, file), text);
  await promisify(execFile)(process.execPath, [join(root, 'build.ts')], { cwd: root });
  const dist = join(root, 'apps/tiny/dist');
  const served = (await readdir(dist)).filter((file) => !file.endsWith('.map'));
  const hash = async (file: string) =>
    createHash('sha256')
      .update(await readFile(join(dist, file)))
      .digest('hex');
  return Object.fromEntries(await Promise.all(served.map(async (file) => [file, await hash(file)] as const)));
}

it('a build in another folder has the same files', async () => {
  const first = await build('one');
  expect(Object.keys(first)).toContain('mf-manifest.json');
  expect(await build('two')).toEqual(first);
});
