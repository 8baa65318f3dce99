import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './ports.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { Problem } from './problem.ts';
import { startProcess } from './processes.ts';

export interface PostgresOptions {
  /** Where the data lies; made when it is not there. */
  folder: string;
  /** The database is thrown away on stop, and may be lost in a crash: for tests. */
  throwaway?: boolean;
  logFile?: string;
  env?: NodeJS.ProcessEnv;
}

export interface Postgres {
  url: string;
  /** Whether this call started it; false where DATABASE_URL named one. */
  ours: boolean;
  stop(): Promise<void>;
}

interface Account {
  uid: number;
  gid: number;
}

const DATABASE = 'fareline';
const THROWAWAY_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
];

/** A PostgreSQL with a database `fareline`: the one of DATABASE_URL, or one of our own on a free port of 127.0.0.1. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const env = options.env ?? process.env;
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, ours: false, stop: async () => undefined };

  const user = unprivilegedUser();
  const bin = runnableBin(user, env);
  const folder = prepareFolder(options.folder, user);
  initialise(bin, folder, user);

  const port = await freePort();
  const settings = ['unix_socket_directories=', ...(options.throwaway ? THROWAWAY_SETTINGS : [])];
  const server = await withOpenUmask(() =>
    startProcess({
      name: 'postgres',
      command: join(bin, 'postgres'),
      args: [
        '-D',
        folder,
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        ...settings.flatMap((value) => ['-c', value]),
      ],
      ready: /database system is ready to accept connections/,
      endSignal: options.throwaway ? 'SIGQUIT' : 'SIGINT',
      logFile: options.logFile,
      user,
      cwd: folder,
    }),
  );
  try {
    await createDatabase(port);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: urlOf(port, DATABASE),
    ours: true,
    stop: async () => {
      await server.stop();
      if (options.throwaway) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root: as root, the user to run it as. */
function unprivilegedUser(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Problem(
    'PostgreSQL cannot run as root, and there is no user postgres or nobody. Run this as another user.',
  );
}

/** The folder of the binaries, or of a copy of them where that user cannot reach it. */
function runnableBin(user: Account | undefined, env: NodeJS.ProcessEnv): string {
  const { bin, relocatable } = findPostgresBinaries(env);
  if (runs(join(bin, 'postgres'), ['--version'], user)) return bin;
  if (relocatable) {
    const copy = join(sharedFolder(relocatable), 'native');
    if (!existsSync(join(copy, 'bin/postgres'))) {
      cpSync(relocatable, copy, { recursive: true, verbatimSymlinks: true });
    }
    if (runs(join(copy, 'bin/postgres'), ['--version'], user)) return join(copy, 'bin');
  }
  throw new Problem(
    `${join(bin, 'postgres')} does not run on this machine. Install PostgreSQL, or set DATABASE_URL.`,
  );
}

function prepareFolder(wanted: string, user: Account | undefined): string {
  mkdirSync(wanted, { recursive: true, mode: 0o755 });
  let folder = wanted;
  if (user && !runs('test', ['-x', join(wanted, '..')], user)) {
    folder = join(sharedFolder(wanted), 'data');
    mkdirSync(folder, { recursive: true, mode: 0o755 });
  }
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  return folder;
}

/** A folder outside the checkout that every user can pass, for a checkout that others cannot look into. */
function sharedFolder(of: string): string {
  const base = `/var/tmp/fareline-${process.getuid?.() ?? 0}`;
  const folder = join(base, createHash('sha256').update(of).digest('hex').slice(0, 12));
  for (const path of [base, folder]) {
    mkdirSync(path, { recursive: true, mode: 0o755 });
    const found = lstatSync(path);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) {
      throw new Problem(`${path} belongs to another user. Remove it, or set DATABASE_URL.`);
    }
    chmodSync(path, 0o755);
  }
  return folder;
}

function initialise(bin: string, folder: string, user: Account | undefined): void {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const args = ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  const result = withOpenUmask(() =>
    spawnSync(join(bin, 'initdb'), args, { encoding: 'utf8', cwd: folder, ...user }),
  );
  if (result.status !== 0) {
    const said = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`;
    if (/No space left/i.test(said)) throw Object.assign(new Error(said), { code: 'ENOSPC' });
    throw new Problem(`PostgreSQL could not make its data folder ${folder}:\n${said}`);
  }
}

async function createDatabase(port: number): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(port, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function urlOf(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

function runs(command: string, args: string[], user: Account | undefined): boolean {
  return spawnSync(command, args, { stdio: 'ignore', cwd: '/', ...user }).status === 0;
}

/** PostgreSQL's own files must not inherit a umask that shuts out the user it runs as. */
function withOpenUmask<T>(run: () => T): T {
  const before = process.umask(0o022);
  try {
    return run();
  } finally {
    process.umask(before);
  }
}
