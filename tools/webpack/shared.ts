import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const workspaceRoot = join(import.meta.dirname, '..', '..');

/** What keeps state of the page: there is one copy, the shell's. No remote ships it. */
const statefulModules = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-router',
  '@tanstack/react-query',
  '@fareline/ui-theme',
] as const;

/**
 * What keeps none: a remote takes the shell's copy where that is new enough, and its own where it is not. zod is missing on
 * purpose: shared, all of it would travel, while the schemas bring what they use of it, once they are asked for.
 */
const statelessModules = ['@fareline/contracts/client', '@fareline/contracts/schemas'] as const;

function installedVersion(module: string): string {
  const [first = '', second] = module.split('/');
  const packageName = first.startsWith('@') ? `${first}/${second}` : first;
  const file = join(workspaceRoot, 'node_modules', packageName, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Module to the version that this checkout has of it. */
export const sharedVersions: Record<string, string> = Object.fromEntries(
  [...statefulModules, ...statelessModules].map((module) => [module, installedVersion(module)]),
);

/** How a remote asks for what the shell provides. */
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
