import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram as startProcess, type RunningProcess } from '@fareline/tools/processes';

const root = fileURLToPath(new URL('../../', import.meta.url));
const started: RunningProcess[] = [];
const stopping = new AbortController();
const folders: string[] = [];

export interface Program {
  url: string;
  pid: number;
}

/** Starts a TypeScript program of this repository on a free port. */
export async function startProgram(path: string, env: Record<string, string> = {}): Promise<Program> {
  const running = await startProcess({
    ...{ name: path, command: process.execPath, args: [path], cwd: root, ready: /listening on http/i },
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', ...env },
    signal: stopping.signal,
  });
  started.push(running);
  return {
    url: /listening on (http:\/\/\S+)/i.exec(running.lastLines().join('\n'))![1]!,
    pid: running.pid,
  };
}

/** Creates an empty folder that `stopAll` removes. */
export async function createTemporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `bench-${name}-`));
  folders.push(folder);
  return folder;
}

const stops: (() => Promise<void>)[] = [];

/** Adds a function that `stopAll` calls first. */
export const addStop = (stop: () => Promise<void>): void => void stops.push(stop);

// An interrupted benchmark leaves nothing behind. Worker threads get no signals.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    stopping.abort();
    void stopAll().finally(() => process.exit(1));
  });

export async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0)) await stop();
  for (const running of started.splice(0).reverse()) await running.stop();
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}
