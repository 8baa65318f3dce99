import { mkdirSync } from 'node:fs';
import { findFreePort } from './ports.ts';
import type { ProgramOptions } from './processes.ts';
import { findRedisServer } from './redis-server.ts';

export interface RedisOptions {
  name: string;
  /** Working folder of the server; created when it does not exist. */
  folder: string;
  /** Eviction policy: a cache may evict keys that have a TTL, a queue must never evict. */
  policy: 'volatile-lru' | 'noeviction';
  maxMemory?: string;
  logFile?: string;
  env?: NodeJS.ProcessEnv;
}

/** How to start Redis on a free port of 127.0.0.1, without persistence. */
export async function prepareRedis(options: RedisOptions): Promise<{ url: string; program: ProgramOptions }> {
  mkdirSync(options.folder, { recursive: true });
  const server = findRedisServer(options.env ?? process.env);
  const port = await findFreePort();
  const settings = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', options.policy];
  if (options.maxMemory) settings.push('--maxmemory', options.maxMemory);
  const { command, args } = server.buildCommandLine(port, options.folder, settings);
  return {
    url: `redis://127.0.0.1:${port}/0`,
    program: {
      name: options.name,
      command,
      args,
      env: { ...process.env, ...server.env },
      ready: /ready to accept connections/i,
      readyTimeoutMs: server.isSlow ? 180_000 : 20_000,
      logFile: options.logFile,
    },
  };
}
