import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { sharedVersions } from '../../webpack/shared.ts';
import { repoRoot } from '../local/paths.ts';

/** Exported names, including types, by entry point of a library (`./client`). */
export type Exports = Record<string, string[]>;

/** Content of exports.json: the exports of the current version of a library. */
export interface StoredExports {
  version: string;
  exports: Exports;
}

/** Entry points that front ends share at run time, by library folder. */
export const sharedEntries: Record<string, string[]> = {};
for (const module of Object.keys(sharedVersions)) {
  const [scope, library = '', ...rest] = module.split('/');
  if (scope === '@fareline') (sharedEntries[library] ??= []).push(['.', ...rest].join('/'));
}

export const getLibraryFolder = (library: string): string => join(repoRoot, 'libs', library);

export async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

/** Increases the version in the package.json of a library and in the lock file. */
export async function raiseVersion(folder: string, bump: 'major' | 'minor'): Promise<void> {
  await promisify(execFile)(
    'npm',
    ['version', bump, '--workspace', folder, '--no-git-tag-version', '--no-workspaces-update'],
    { cwd: repoRoot },
  );
}

/** Reads the current exports of the shared entry points of a library. */
export async function readExports(library: string): Promise<Exports> {
  const folder = getLibraryFolder(library);
  const { exports } = await readJson<{ exports: Record<string, string> }>(join(folder, 'package.json'));
  const entries = (sharedEntries[library] ?? []).map((entry) => [entry, exports[entry] ?? ''] as const);
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  });
  const program = ts.createProgram(
    entries.map(([, file]) => join(folder, file)),
    config?.options ?? {},
  );
  const checker = program.getTypeChecker();
  return Object.fromEntries(
    entries.map(([name, file]) => {
      const source = program.getSourceFile(join(folder, file));
      const module = source && checker.getSymbolAtLocation(source);
      if (!module) throw new Error(`${library} has no module ${file}.`);
      return [
        name,
        checker
          .getExportsOfModule(module)
          .map((symbol) => symbol.name)
          .sort(),
      ];
    }),
  );
}

/** The required version bump: `major` when a name was removed, `minor` when one was added, undefined when none changed. */
export function requiredBump(before: Exports, after: Exports): 'major' | 'minor' | undefined {
  const listNames = (all: Exports) =>
    Object.entries(all).flatMap(([entry, names]) => names.map((name) => `${entry} ${name}`));
  const [namesBefore, namesAfter] = [listNames(before), listNames(after)];
  if (namesBefore.some((name) => !namesAfter.includes(name))) return 'major';
  return namesAfter.some((name) => !namesBefore.includes(name)) ? 'minor' : undefined;
}
