import { mkdirSync } from 'node:fs';
import { freePort } from './ports.ts';
import { type RunningProcess, startProcess } from './processes.ts';
import { findRedisServer, type RedisServer } from './redis-server.ts';

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

export interface Redis {
  url: string;
  /** Whether this call started it; false where REDIS_URL named one. */
  ours: boolean;
  stop(): Promise<void>;
}

/** A Redis: the one of REDIS_URL, or one of our own on a free port of 127.0.0.1. Nothing is kept on disk. */
export async function startRedis(options: RedisOptions): Promise<Redis> {
  const env = options.env ?? process.env;
  if (env.REDIS_URL) return { url: env.REDIS_URL, ours: false, stop: async () => undefined };
  mkdirSync(options.folder, { recursive: true });
  const server = await findRedisServer(env);
  const port = await freePort();
  const running = await run(server, port, options);
  return { url: `redis://127.0.0.1:${port}/0`, ours: true, stop: running.stop };
}

function run(server: RedisServer, port: number, options: RedisOptions): Promise<RunningProcess> {
  const settings = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', options.policy];
  if (options.maxMemory) settings.push('--maxmemory', options.maxMemory);
  const { command, args } = server.commandLine(port, options.folder, settings);
  return startProcess({
    name: options.name,
    command,
    args,
    env: { ...process.env, ...server.env },
    ready: /ready to accept connections/i,
    readyTimeoutMs: server.slow ? 180_000 : 20_000,
    logFile: options.logFile,
  });
}
