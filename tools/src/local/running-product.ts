import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isSameProcess, readStartTime } from './process-status.ts';
import { ensureFolder } from './paths.ts';
import { UserError } from './user-error.ts';

const runningProductSchema = z.object({
  pid: z.number(),
  /** Start time of the process, because another process may reuse its id after a crash. */
  start: z.string().optional(),
  url: z.string(),
  /** With the role of the accounts service, for its commands. */
  databaseUrl: z.string().optional(),
});
export type RunningProduct = z.infer<typeof runningProductSchema>;

const getFilePath = (dataDir: string) => join(dataDir, 'running.json');

/** The product that is running on this data folder; undefined when none is. */
export function findRunningProduct(dataDir: string): RunningProduct | undefined {
  try {
    const running = runningProductSchema.parse(JSON.parse(readFileSync(getFilePath(dataDir), 'utf8')));
    const { pid, start } = running;
    return pid !== process.pid && isSameProcess(pid, start) ? running : undefined;
  } catch {
    return undefined;
  }
}

/** Locks the data folder for this process; throws a UserError when another product is running on it. */
export function lockDataFolder(dataDir: string, running: Omit<RunningProduct, 'pid' | 'start'>): void {
  const file = getFilePath(ensureFolder(dataDir));
  const temporary = `${file}.${process.pid}`;
  updateRunningProduct(dataDir, running, temporary);
  try {
    // Linking is atomic, so that only one of two concurrent starts succeeds.
    while (!tryLink(temporary, file)) {
      const other = findRunningProduct(dataDir);
      if (other) {
        throw new UserError(
          `The product is already running on ${other.url} (process ${other.pid}). Stop it with Ctrl-C, ` +
            'or use another data folder: FARELINE_DATA=.data/second PORT=3001 npm start',
        );
      }
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Updates what other commands read about the running product. */
export function updateRunningProduct(
  dataDir: string,
  running: Omit<RunningProduct, 'pid' | 'start'>,
  file = getFilePath(dataDir),
): void {
  const text = JSON.stringify({ pid: process.pid, start: readStartTime(process.pid), ...running });
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
}

export function unlockDataFolder(dataDir: string): void {
  rmSync(getFilePath(dataDir), { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
