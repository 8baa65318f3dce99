import { mkdirSync } from 'node:fs';
import { freePort } from './ports.ts';
import type { ProgramOptions } from './processes.ts';
import { findRedisServer } from './redis-server.ts';

export interface RedisOptions {
  name: string;
  /** Its working folder, and where a downloaded server would lie beside it. */
  folder: string;
  /** What happens when the memory is used up: a cache drops the oldest, a queue must never drop anything. */
  policy: 'volatile-lru' | 'noeviction';
  maxMemory?: string;
  logFile?: string;
  env?: NodeJS.ProcessEnv;
}

/** How to run a Redis of our own on a free port of 127.0.0.1. Nothing is kept on disk. */
export async function prepareRedis(options: RedisOptions): Promise<{ url: string; program: ProgramOptions }> {
  mkdirSync(options.folder, { recursive: true });
  const server = findRedisServer(options.env ?? process.env);
  const port = await freePort();
  const settings = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', options.policy];
  if (options.maxMemory) settings.push('--maxmemory', options.maxMemory);
  const { command, args } = server.commandLine(port, options.folder, settings);
  return {
    url: `redis://127.0.0.1:${port}/0`,
    program: {
      name: options.name,
      command,
      args,
      env: { ...process.env, ...server.env },
      ready: /ready to accept connections/i,
      readyTimeoutMs: server.slow ? 180_000 : 20_000,
      logFile: options.logFile,
    },
  };
}
