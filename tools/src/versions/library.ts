import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { sharedVersions } from '../../webpack/shared.ts';
import { workspaceRoot } from '../release/front-ends.ts';

/** Entry point of a library (`./client`) to the names that it exports, types included. */
export type Exports = Record<string, string[]>;

/** What is remembered of a library's version, beside its package.json. */
export interface Remembered {
  version: string;
  exports: Exports;
}

/** The entry points that front ends share at run time, by the folder of their library. */
export const sharedEntries: Record<string, string[]> = {};
for (const module of Object.keys(sharedVersions)) {
  const [scope, library = '', ...rest] = module.split('/');
  if (scope === '@fareline') (sharedEntries[library] ??= []).push(['.', ...rest].join('/'));
}

export const folderOf = (library: string): string => join(workspaceRoot, 'libs', library);

export async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

/** What the shared entry points of a library export now. */
export async function exportsOf(library: string): Promise<Exports> {
  const folder = folderOf(library);
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

/** How a version has to rise for what changed: `major` where a name went, `minor` where one came; undefined where none did. */
export function riseFor(before: Exports, after: Exports): 'major' | 'minor' | undefined {
  const namesOf = (all: Exports) =>
    Object.entries(all).flatMap(([entry, names]) => names.map((name) => `${entry} ${name}`));
  const [was, is] = [namesOf(before), namesOf(after)];
  if (was.some((name) => !is.includes(name))) return 'major';
  return is.some((name) => !was.includes(name)) ? 'minor' : undefined;
}
