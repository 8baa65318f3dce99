import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** The checkout's top folder. */
export const repoRoot = resolve(import.meta.dirname, '../../..');

/** Where everything local lives: databases, logs, secrets, releases. FARELINE_DATA moves it. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(repoRoot, env.FARELINE_DATA || '.data');
}

/** Makes the folder when it is not there, and returns it. */
export function ensureFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}
