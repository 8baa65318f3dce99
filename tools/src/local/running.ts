import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isSameProcess, startOf } from './alive.ts';
import { ensureFolder } from './paths.ts';
import { Problem } from './problem.ts';

const runningSchema = z.object({
  pid: z.number(),
  /** Of that process; after a crash another one may have its id. */
  start: z.string().optional(),
  url: z.string(),
  databaseUrl: z.string().optional(),
});
export type Running = z.infer<typeof runningSchema>;

const fileOf = (dataDir: string) => join(dataDir, 'running.json');

/** The product that runs on this data folder just now, if one does. */
export function findRunning(dataDir: string): Running | undefined {
  try {
    const running = runningSchema.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')));
    const { pid, start } = running;
    return pid !== process.pid && isSameProcess(pid, start) ? running : undefined;
  } catch {
    return undefined;
  }
}

/** Notes that this process runs the product on this data folder; a Problem when another one does. */
export function claim(dataDir: string, running: Omit<Running, 'pid' | 'start'>): void {
  const file = fileOf(ensureFolder(dataDir));
  const next = `${file}.${process.pid}`;
  write(next, running);
  try {
    // A link is made or refused in one step, so that of two starts at once one is refused.
    while (!link(next, file)) {
      const other = findRunning(dataDir);
      if (other) {
        throw new Problem(
          `It already runs on ${other.url} (process ${other.pid}). End that one with Ctrl-C, ` +
            'or give this one data of its own: FARELINE_DATA=.data/second PORT=3001 npm start',
        );
      }
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(next, { force: true });
  }
}

/** Writes down what others may want to know of the product that this process runs. */
export function note(dataDir: string, running: Omit<Running, 'pid' | 'start'>): void {
  write(fileOf(ensureFolder(dataDir)), running);
}

export function release(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

function write(file: string, running: Omit<Running, 'pid' | 'start'>): void {
  const text = JSON.stringify({ pid: process.pid, start: startOf(process.pid), ...running });
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
