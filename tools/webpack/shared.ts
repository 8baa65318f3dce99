import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-root.ts';

/** Modules with state: the page has one copy, the shell's, and remotes do not bundle them. */
const statefulModules = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-router',
  '@tanstack/react-query',
  '@fareline/ui-theme',
] as const;

/**
 * Modules without state: a remote uses the shell's copy when it is new enough, otherwise its own. zod is not shared, because
 * a shared module is loaded as a whole, while the schemas' lazy chunk contains only the parts of zod that it uses.
 */
const statelessModules = ['@fareline/contracts/client', '@fareline/contracts/schemas'] as const;

function installedVersion(module: string): string {
  const [first = '', second] = module.split('/');
  const packageName = first.startsWith('@') ? `${first}/${second}` : first;
  const file = join(workspaceRoot, 'node_modules', packageName, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** The installed version by module. */
export const sharedVersions: Record<string, string> = Object.fromEntries(
  [...statefulModules, ...statelessModules].map((module) => [module, installedVersion(module)]),
);

/** The `shared` option of a remote's federation plugin. */
export const remoteShared = {
  ...Object.fromEntries(
    statefulModules.map((module) => [
      module,
      { singleton: true, requiredVersion: `^${sharedVersions[module]}`, import: false as const },
    ]),
  ),
  ...Object.fromEntries(
    statelessModules.map((module) => [
      module,
      { singleton: false, requiredVersion: `^${sharedVersions[module]}` },
    ]),
  ),
};
