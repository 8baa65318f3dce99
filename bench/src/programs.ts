import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareRedis } from '@fareline/tools/redis';

const root = fileURLToPath(new URL('../../', import.meta.url));
const started: ChildProcess[] = [];
const folders: string[] = [];

export interface Program {
  url: string;
  pid: number;
  /** Lowers the CPU priority, for programs that run on other machines in production. */
  lowerPriority(): void;
}

async function waitForOutput(child: ChildProcess, pattern: RegExp, name: string): Promise<RegExpExecArray> {
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = pattern.exec(output);
      if (match) resolve(match);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${name} exited:\n${output}`)));
  });
}

/** Starts a TypeScript program of this repository on a free port. */
export async function startProgram(path: string, env: Record<string, string> = {}): Promise<Program> {
  const child = spawn(process.execPath, [path], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const match = await waitForOutput(child, /listening on (http:\/\/\S+)/i, path);
  return {
    url: match[1] ?? '',
    pid: child.pid!,
    lowerPriority: () => setPriority(child.pid!, constants.priority.PRIORITY_LOW),
  };
}

/** The server that the variable names; otherwise starts Redis: the installed one, or the one that `npm start` and the tests unpack. */
export async function startRedis(variable: 'REDIS_URL' | 'JOBS_REDIS_URL'): Promise<string> {
  const configured = process.env[variable];
  if (configured) return configured;
  const folder = await createTemporaryFolder('redis');
  const { url, program } = await prepareRedis({ name: 'redis', folder, policy: 'noeviction' });
  const child = spawn(program.command, program.args ?? [], {
    env: program.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  await waitForOutput(child, /ready to accept connections/i, 'redis');
  return url;
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
  process.once(signal, () => void stopAll().finally(() => process.exit(1)));

export async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0)) await stop();
  for (const child of started.splice(0).reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}
