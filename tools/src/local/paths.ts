import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { workspaceRoot } from '../../webpack/workspace-root.ts';

/** Root folder of the checkout. */
export const repoRoot = workspaceRoot;

/** Folder of all local data: databases, logs, secrets, releases; FARELINE_DATA overrides it. */
export function getDataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(repoRoot, env.FARELINE_DATA || '.data');
}

/** Creates the folder unless it exists, and returns its path. */
export function ensureFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}
