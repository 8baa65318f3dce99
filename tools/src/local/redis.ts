import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { findFreePort } from './ports.ts';
import type { ProgramOptions } from './processes.ts';
import { findRedisServer } from './redis-server.ts';

/**
 * The product's cache, as in docker-compose.yml. What expires first is evicted first: pages, which can be built again without a
 * provider call, then the oldest searches. Redis looks for it among this many keys.
 */
export const cacheSettings = { policy: 'volatile-ttl', maxMemory: '256mb', evictionSamples: 64 } as const;

export interface RedisOptions {
  name: string;
  /** Working folder of the server; created when it does not exist. */
  folder: string;
  /** Eviction policy: a cache may evict keys that have a TTL, a queue must never evict. */
  policy: typeof cacheSettings.policy | 'noeviction';
  maxMemory?: string;
  evictionSamples?: number;
  logFile?: string;
  env?: NodeJS.ProcessEnv;
}

/** How to start Redis on a free port of 127.0.0.1, without persistence, and with a new password, which is part of the URL. */
export async function prepareRedis(options: RedisOptions): Promise<{ url: string; program: ProgramOptions }> {
  mkdirSync(options.folder, { recursive: true });
  const server = findRedisServer(options.env ?? process.env);
  const port = await findFreePort();
  const settings = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', options.policy];
  if (options.maxMemory) settings.push('--maxmemory', options.maxMemory);
  if (options.evictionSamples) settings.push('--maxmemory-samples', String(options.evictionSamples));
  const password = randomBytes(24).toString('base64url');
  const { command, args, env } = server.prepare({ ...options, port, password, settings });
  return {
    url: `redis://:${password}@127.0.0.1:${port}/0`,
    program: {
      name: options.name,
      command,
      args,
      env: { ...process.env, ...env },
      ready: /ready to accept connections/i,
      logFile: options.logFile,
    },
  };
}
