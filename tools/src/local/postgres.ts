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
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './ports.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { makeWhole } from './make-whole.ts';
import { Problem } from './problem.ts';
import type { ProgramOptions } from './processes.ts';

export interface PostgresOptions {
  /** Where the data lies; made when it is not there. */
  folder: string;
  /** The database is thrown away on stop, and may be lost in a crash: for tests. */
  throwaway?: boolean;
  logFile?: string;
  env?: NodeJS.ProcessEnv;
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

/** How to run a PostgreSQL of our own on a free port of 127.0.0.1; its data folder is made. */
export async function preparePostgres(
  options: PostgresOptions,
): Promise<{ url: string; program: ProgramOptions }> {
  const user = unprivilegedUser();
  const { bin, folder } = withOpenUmask(() => prepareFiles(options, user));
  const port = await freePort();
  const settings = ['unix_socket_directories=', ...(options.throwaway ? THROWAWAY_SETTINGS : [])];
  return {
    url: urlOf(port, DATABASE),
    program: {
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
      // A fast shutdown, which does not wait for clients; for a throwaway one, an immediate one.
      endSignal: options.throwaway ? 'SIGQUIT' : 'SIGINT',
      logFile: options.logFile,
      user,
      cwd: folder,
    },
  };
}

/** Makes the database `fareline` where it is not there yet. */
export async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** Removes the data of a throwaway PostgreSQL that has ended, wherever it had to lie. */
export function discardPostgres(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  rmSync(sharedPath(folder), { recursive: true, force: true });
}

function prepareFiles(options: PostgresOptions, user: Account | undefined): { bin: string; folder: string } {
  const bin = runnableBin(user, options.env ?? process.env);
  const folder = prepareFolder(options.folder, user);
  initialise(bin, folder, user);
  return { bin, folder };
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
    makeWhole(copy, (next) => cpSync(relocatable, next, { recursive: true, verbatimSymlinks: true }));
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
  giveTo(user, folder);
  return folder;
}

/** PostgreSQL starts only on a folder that belongs to its user alone. */
function giveTo(user: Account | undefined, folder: string): void {
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
}

/** A folder outside the checkout that every user can pass, for a checkout that others cannot look into. */
function sharedFolder(of: string): string {
  const folder = sharedPath(of);
  for (const path of [dirname(folder), folder]) {
    mkdirSync(path, { recursive: true, mode: 0o755 });
    const found = lstatSync(path);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) {
      throw new Problem(`${path} belongs to another user. Remove it, or set DATABASE_URL.`);
    }
    chmodSync(path, 0o755);
  }
  return folder;
}

function sharedPath(of: string): string {
  const name = createHash('sha256').update(of).digest('hex').slice(0, 12);
  return join(`/var/tmp/fareline-${process.getuid?.() ?? 0}`, name);
}

/** In a folder beside it first: a start that is killed in the middle must not leave half a database behind. */
function initialise(bin: string, folder: string, user: Account | undefined): void {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const next = `${folder}.new`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next);
  giveTo(user, next);
  const args = ['-D', next, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  const result = spawnSync(join(bin, 'initdb'), args, { encoding: 'utf8', cwd: next, ...user });
  if (result.status !== 0) {
    rmSync(next, { recursive: true, force: true });
    const said = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`;
    if (/No space left/i.test(said)) throw Object.assign(new Error(said), { code: 'ENOSPC' });
    throw new Problem(`PostgreSQL could not make its data folder ${folder}:\n${said}`);
  }
  renameSync(next, folder);
}

function urlOf(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

function runs(command: string, args: string[], user: Account | undefined): boolean {
  return spawnSync(command, args, { stdio: 'ignore', cwd: '/', ...user }).status === 0;
}

/** What is made here must not inherit a umask that shuts out the user whom PostgreSQL runs as. */
function withOpenUmask<T>(run: () => T): T {
  const before = process.umask(0o022);
  try {
    return run();
  } finally {
    process.umask(before);
  }
}
