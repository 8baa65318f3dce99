import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';
import { libraryFolders } from '../versions/library.ts';

const { positionals } = readArguments(
  `npm run pack-libraries -- <folder>   writes packages of the libraries and tools, compiled, for a front end in another repository
`,
  { allowPositionals: true },
  1,
);

interface Package {
  name: string;
  version: string;
  exports: Record<string, string>;
  dependencies: Record<string, string>;
}

const output = resolve(positionals[0] ?? '.data/packages');
const staging = join(output, '.staging');
const readPackage = (folder: string) =>
  JSON.parse(readFileSync(join(repoRoot, folder, 'package.json'), 'utf8')) as Package;
const packages = new Map(libraryFolders.map((folder) => [folder, readPackage(folder)]));
const versions = Object.fromEntries([...packages.values()].map(({ name, version }) => [name, version]));

/** Node runs no TypeScript of installed packages, so a package has what the compiler makes of it. */
const compile = (folder: string) =>
  execFileSync(
    process.execPath,
    [
      'node_modules/typescript7/bin/tsc',
      ...['-p', folder, '--rootDir', '.', '--outDir', join(staging, 'compiled')],
      ...['--noEmit', 'false', '--declaration', '--rewriteRelativeImportExtensions'],
    ],
    { cwd: repoRoot, stdio: 'inherit' },
  );

const toCompiled = (file: string) => file.replace(/(?<!\.d)\.tsx?$/, '.js');

function pack(folder: string): void {
  const content = packages.get(folder)!;
  const target = join(staging, folder);
  const isCopied = (path: string) => !/node_modules|(?<!\.d)\.tsx?$/.test(path.slice(repoRoot.length));
  cpSync(join(repoRoot, folder), target, { recursive: true, filter: isCopied });
  cpSync(join(staging, 'compiled', folder), target, { recursive: true });
  // These name the types of installed packages by path, because their own names lead to them.
  for (const file of globSync('webpack/shared-types/*.d.ts', { cwd: target })) {
    const text = readFileSync(join(target, file), 'utf8');
    writeFileSync(join(target, file), text.replaceAll('../../../node_modules/', '../../../../'));
  }
  const exports = Object.entries(content.exports).map(([name, file]) => [name, toCompiled(file)]);
  const dependencies = Object.entries(content.dependencies).map(([name, range]) => [
    name,
    versions[name] ? `^${versions[name]}` : range,
  ]);
  const published = {
    ...content,
    private: undefined,
    files: ['CHANGELOG.md', 'src', 'webpack', '!**/*.{test,stories}.*', '!**/gallery'],
    exports: Object.fromEntries(exports),
    dependencies: Object.fromEntries(dependencies),
  };
  writeFileSync(join(target, 'package.json'), JSON.stringify(published, null, 2));
  execFileSync('npm', ['pack', '--pack-destination', output], { cwd: target, stdio: 'inherit' });
}

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
[...libraryFolders, 'tools/webpack'].forEach(compile);
libraryFolders.forEach(pack);
rmSync(staging, { recursive: true });
