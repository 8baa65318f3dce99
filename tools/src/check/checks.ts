import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';

export interface Check {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** Uses all processors, or writes what later checks read: runs alone. */
  isAlone?: true;
}

const tool = (file: string) => [join(repoRoot, 'tools/src', file)];
/** Nx caches the results of unchanged projects. */
const nx = (target: string): Omit<Check, 'name'> => ({
  command: 'nx',
  args: ['run-many', '-t', target, '--output-style=static'],
});

/** Checks that do not need a running product. Each counts as one test. */
export const checks: Check[] = [
  { name: 'Types and lint', command: 'oxlint', args: [], isAlone: true },
  { name: 'Build', ...nx('build'), isAlone: true },
  { name: 'Format', command: 'oxfmt', args: ['--check'] },
  {
    name: 'Imports',
    command: 'depcruise',
    args: ['--progress=none', 'apps', 'libs', 'services', 'sandbox', 'tools', 'e2e', 'bench'],
  },
  { name: 'Features', command: process.execPath, args: tool('check/features.ts') },
  { name: 'Unused code', command: 'knip', args: ['--no-progress', '--no-config-hints'] },
  {
    name: 'Requirements',
    command: process.execPath,
    args: [...tool('requirements/requirements.ts'), '--quiet'],
  },
  { name: 'Promises', command: process.execPath, args: tool('check/promises/promises.ts') },
  { name: 'Sizes', command: 'size-limit', args: [] },
  { name: 'Lock file', command: process.execPath, args: [...tool('lock/lock.ts'), '--check'] },
  { name: 'Packages of services', command: process.execPath, args: tool('check/service-packages.ts') },
  { name: 'Documents', command: process.execPath, args: tool('check/documents.ts') },
];
