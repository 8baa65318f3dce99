import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { downloadDebianRedis } from './redis-debian.ts';
import { Problem } from './problem.ts';

export interface RedisServer {
  env?: NodeJS.ProcessEnv;
  /** An image may have to be pulled first. */
  slow?: boolean;
  commandLine(port: number, folder: string, settings: string[]): { command: string; args: string[] };
}

/** An installed server, one unpacked from Debian's packages, one in Docker; else a Problem. */
export function findRedisServer(env: NodeJS.ProcessEnv): RedisServer {
  const installed = onPath(env, ['redis-server', 'valkey-server']);
  if (installed) return binary(installed);
  const unpacked = downloadDebianRedis(env);
  if (unpacked) return binary(unpacked.command, { LD_LIBRARY_PATH: unpacked.libraries });
  if (onPath(env, ['docker']) && spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0)
    return docker();
  throw new Problem(
    'Redis is missing. Install it (on Debian: apt-get install redis-server; on macOS: brew install redis), ' +
      'or set REDIS_URL and JOBS_REDIS_URL to two that run.',
  );
}

function onPath(env: NodeJS.ProcessEnv, names: string[]): string | undefined {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];
  const candidates = names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)));
  return candidates.find((path) => existsSync(path));
}

function binary(command: string, env?: NodeJS.ProcessEnv): RedisServer {
  return {
    env,
    commandLine: (port, folder, settings) => ({
      command,
      args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...settings],
    }),
  };
}

function docker(): RedisServer {
  return {
    slow: true,
    commandLine: (port, _folder, settings) => ({
      command: 'docker',
      args: ['run', '--rm', '-p', `127.0.0.1:${port}:6379`, 'redis:8-alpine', 'redis-server', ...settings],
    }),
  };
}
