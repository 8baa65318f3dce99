import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { downloadDebianRedis } from './redis-debian.ts';
import { UserError } from './user-error.ts';

export interface RedisServer {
  env?: NodeJS.ProcessEnv;
  /** Starting may pull an image first. */
  isSlow?: boolean;
  buildCommandLine(port: number, folder: string, settings: string[]): { command: string; args: string[] };
}

/** An installed server, else one unpacked from Debian's packages, else one in Docker; throws a UserError when there is none. */
export function findRedisServer(env: NodeJS.ProcessEnv): RedisServer {
  const installed = findOnPath(env, ['redis-server', 'valkey-server']);
  if (installed) return binaryServer(installed);
  const unpacked = downloadDebianRedis(env);
  if (unpacked) return binaryServer(unpacked.command, { LD_LIBRARY_PATH: unpacked.libraries });
  if (findOnPath(env, ['docker']) && spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0)
    return dockerServer();
  throw new UserError(
    'Redis is missing. Install it (on Debian: apt-get install redis-server; on macOS: brew install redis), ' +
      'or set REDIS_URL and JOBS_REDIS_URL to two running servers.',
  );
}

function findOnPath(env: NodeJS.ProcessEnv, names: string[]): string | undefined {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];
  const candidates = names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)));
  return candidates.find((path) => existsSync(path));
}

function binaryServer(command: string, env?: NodeJS.ProcessEnv): RedisServer {
  return {
    env,
    buildCommandLine: (port, folder, settings) => ({
      command,
      args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...settings],
    }),
  };
}

function dockerServer(): RedisServer {
  return {
    isSlow: true,
    buildCommandLine: (port, _folder, settings) => ({
      command: 'docker',
      args: ['run', '--rm', '-p', `127.0.0.1:${port}:6379`, 'redis:8-alpine', 'redis-server', ...settings],
    }),
  };
}
