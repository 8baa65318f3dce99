import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isAlive } from './alive.ts';
import { ensureFolder } from './paths.ts';
import { Problem } from './problem.ts';

const runningSchema = z.object({ pid: z.number(), url: z.string(), databaseUrl: z.string().optional() });
export type Running = z.infer<typeof runningSchema>;

const fileOf = (dataDir: string) => join(dataDir, 'running.json');

/** The product that runs on this data folder just now, if one does. */
export function findRunning(dataDir: string): Running | undefined {
  try {
    const running = runningSchema.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')));
    return isAlive(running.pid) && running.pid !== process.pid ? running : undefined;
  } catch {
    return undefined;
  }
}

/** Notes that this process runs the product on this data folder; a Problem when another one does. */
export function claim(dataDir: string, running: Omit<Running, 'pid'>): void {
  const other = findRunning(dataDir);
  if (other) {
    throw new Problem(
      `It already runs on ${other.url} (process ${other.pid}). End that one with Ctrl-C, ` +
        'or give this one data of its own: FARELINE_DATA=.data/second PORT=3001 npm start',
    );
  }
  note(dataDir, running);
}

/** Writes down what others may want to know of the product that this process runs. */
export function note(dataDir: string, running: Omit<Running, 'pid'>): void {
  const text = JSON.stringify({ pid: process.pid, ...running });
  writeFileSync(fileOf(ensureFolder(dataDir)), `${text}\n`, { mode: 0o600 });
}

export function release(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}
