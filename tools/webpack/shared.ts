import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const workspaceRoot = join(import.meta.dirname, '..', '..');

/**
 * What the shell provides and no remote ships. zod is missing on purpose: shared, all of it would travel, while the schemas
 * bring what they use of it, once they are asked for.
 */
export const sharedModules = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-router',
  '@tanstack/react-query',
  '@fareline/ui-theme',
  '@fareline/contracts/client',
  '@fareline/contracts/schemas',
] as const;

function versionOf(module: string): string {
  const [first = '', second] = module.split('/');
  const packageName = first.startsWith('@') ? `${first}/${second}` : first;
  const file = join(workspaceRoot, 'node_modules', packageName, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Module to the version that this checkout has of it. */
export const sharedVersions: Record<string, string> = Object.fromEntries(
  sharedModules.map((module) => [module, versionOf(module)]),
);
