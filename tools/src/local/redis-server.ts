import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { downloadDebianRedis } from './redis-debian.ts';
import { UserError } from './user-error.ts';

interface ServerOptions {
  name: string;
  folder: string;
  port: number;
  password: string;
  /** Arguments of the command line, which other users of the machine can read. */
  settings: string[];
}

export interface RedisServer {
  /** How to start the server. The password is in no argument. */
  prepare(options: ServerOptions): { command: string; args: string[]; env?: NodeJS.ProcessEnv };
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
    prepare: ({ name, folder, port, password, settings }) => {
      const file = join(folder, `${name}.conf`);
      rmSync(file, { force: true });
      writeFileSync(file, `requirepass ${password}\n`, { mode: 0o600 });
      return {
        command,
        args: [file, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...settings],
        env,
      };
    },
  };
}

/** Redis reads the configuration from its standard input. */
const dockerScript = `exec redis-server "$@" - <<END
requirepass $REDIS_PASSWORD
END
`;

function dockerServer(): RedisServer {
  return {
    prepare: ({ port, password, settings }) => ({
      command: 'docker',
      args: [
        ...['run', '--rm', '--user', 'redis', '--env', 'REDIS_PASSWORD'],
        ...['--publish', `127.0.0.1:${port}:6379`],
        ...['redis:8-alpine', 'sh', '-c', dockerScript, 'sh'],
        ...settings,
      ],
      env: { REDIS_PASSWORD: password },
    }),
  };
}
