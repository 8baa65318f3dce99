import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStorage } from '@fareline/service-kit/releases/folder-storage';
import { readReleaseTable } from '@fareline/service-kit/releases/release-table';
import { repoRoot } from '../local/paths.ts';

/** Makes a repository with search-mfe alone and releases it from there, as docs/own-repository.md describes. */
const folder = mkdtempSync(join(tmpdir(), 'own-repository-'));
const own = join(folder, 'search');
const releases = join(folder, 'releases');
const run = (cwd: string, ...[command = '', ...args]: string[]) =>
  execFileSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, RELEASES_DIR: releases } });
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(join(own, file), change(readFileSync(join(own, file), 'utf8')));

interface Package {
  devDependencies: Record<string, string>;
}

try {
  run(repoRoot, process.execPath, 'tools/src/own-repository/pack.ts', join(folder, 'packages'));
  mkdirSync(own);
  const isSource = (path: string) => !/[\\/](node_modules|dist)$/.test(path);
  for (const path of [
    'apps/search-mfe',
    '.gitignore',
    '.npmrc',
    ...globSync('tsconfig.*', { cwd: repoRoot }),
  ])
    cpSync(join(repoRoot, path), join(own, path), { recursive: true, filter: isSource });
  const { devDependencies } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as Package;
  const { '@types/node': nodeTypes, typescript7, vitest } = devDependencies;
  const packages = globSync('fareline-*.tgz', { cwd: join(folder, 'packages') }).map((file) => [
    `@fareline/${/^fareline-(.*)-\d+\.\d+\.\d+\.tgz$/.exec(file)![1]}`,
    `file:${join(folder, 'packages', file)}`,
  ]);
  const content = {
    private: true,
    type: 'module',
    workspaces: ['apps/*'],
    dependencies: Object.fromEntries(packages),
    devDependencies: { '@types/node': nodeTypes, typescript7, vitest },
  };
  writeFileSync(join(own, 'package.json'), JSON.stringify(content, null, 2));
  const toInstalled = (text: string) =>
    text.replaceAll(/(\.\.\/\.\.\/|\.\/)tools\//g, '$1node_modules/@fareline/tools/');
  for (const file of ['tsconfig.remote.json', 'apps/search-mfe/tsconfig.remote.json'])
    edit(file, toInstalled);
  run(own, 'npm', 'install', '--ignore-scripts');
  for (const project of ['apps/search-mfe', 'apps/search-mfe/tsconfig.remote.json'])
    run(own, process.execPath, 'node_modules/typescript7/bin/tsc', '-p', project);
  run(own, 'git', 'init', '--quiet');
  run(own, 'git', 'add', '--all');
  run(own, 'git', '-c', 'user.name=team', '-c', 'user.email=team@example.org', 'commit', '-qm', 'search');
  // With the shell's versions of the shared libraries those of search are compared.
  run(repoRoot, process.execPath, 'tools/src/release/release.ts', 'shell', '--uncommitted');
  run(own, process.execPath, 'node_modules/@fareline/tools/src/release/release.js', 'search');
  const { search } = await readReleaseTable(createFolderStorage(releases));
  process.stdout.write(`Released search ${search!.version} from its own repository\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
