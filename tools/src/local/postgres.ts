import { execFile, spawnSync } from 'node:child_process';
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
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from './ports.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { createFolderAtomically } from './atomic-folder.ts';
import { UserError } from './user-error.ts';
import type { ProgramOptions } from './processes.ts';

export interface PostgresOptions {
  /** Data folder; created when it does not exist. */
  folder: string;
  /** The superuser's. */
  password: string;
  /** For tests: faster settings that may lose data in a crash. */
  isTemporary?: boolean;
  logFile?: string;
  env?: NodeJS.ProcessEnv;
}

interface SystemUser {
  uid: number;
  gid: number;
}

export const databaseName = 'fareline';

/** Of the keys that rows are encrypted with. */
export const keysDatabaseName = 'fareline_keys';
const temporarySettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
];

/** Creates the data folder and returns how to start PostgreSQL on a free port of 127.0.0.1. */
export async function preparePostgres(
  options: PostgresOptions,
): Promise<{ url: string; program: ProgramOptions }> {
  const user = findUnprivilegedUser();
  const bin = findRunnableBin(user, options.env ?? process.env);
  const folder = prepareDataFolder(options.folder, user);
  await initialiseDataFolder(bin, folder, options.password, user);
  const port = await findFreePort();
  const settings = [
    'unix_socket_directories=',
    'password_encryption=scram-sha-256',
    ...(options.isTemporary ? temporarySettings : []),
  ];
  return {
    url: `postgres://postgres:${options.password}@127.0.0.1:${port}/${databaseName}`,
    program: {
      name: 'postgres',
      command: join(bin, 'postgres'),
      args: [
        ...['-D', folder, '-h', '127.0.0.1', '-p', String(port)],
        ...settings.flatMap((value) => ['-c', value]),
      ],
      ready: /database system is ready to accept connections/,
      // SIGINT requests PostgreSQL's fast shutdown, which does not wait for clients; SIGQUIT requests the immediate one.
      stopSignal: options.isTemporary ? 'SIGQUIT' : 'SIGINT',
      logFile: options.logFile,
      user,
      cwd: folder,
    },
  };
}

/** Creates a database unless it exists, and returns its URL. */
export async function ensureDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${name}`);
    return url.replace(/[^/]*$/, name);
  } finally {
    await client.end();
  }
}

/** Removes the data of a stopped PostgreSQL, also when it is in the shared folder. */
export function removePostgresData(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  rmSync(getSharedFolderPath(folder), { recursive: true, force: true });
}

/** The user to run PostgreSQL as, since it refuses to run as root; undefined when this process is not root. */
function findUnprivilegedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new UserError(
    'PostgreSQL cannot run as root, and there is no user postgres or nobody. Run this as another user.',
  );
}

/** The folder of the binaries, or a copy of it when that user has no access to the folder. */
function findRunnableBin(user: SystemUser | undefined, env: NodeJS.ProcessEnv): string {
  const { bin, relocatable } = findPostgresBinaries(env);
  if (canRun(join(bin, 'postgres'), ['--version'], user)) return bin;
  if (relocatable) {
    const copy = join(createSharedFolder(relocatable), 'native');
    createFolderAtomically(copy, (temporary) => {
      cpSync(relocatable, temporary, { recursive: true, verbatimSymlinks: true });
      // npm and the copy have a strict umask of the terminal, with which that user could not read them.
      spawnSync('chmod', ['-R', 'a+rX', temporary]);
    });
    if (canRun(join(copy, 'bin/postgres'), ['--version'], user)) return join(copy, 'bin');
  }
  throw new UserError(
    `${join(bin, 'postgres')} does not run on this machine. Install PostgreSQL, or set DATABASE_URL.`,
  );
}

function prepareDataFolder(requested: string, user: SystemUser | undefined): string {
  mkdirSync(requested, { recursive: true, mode: 0o755 });
  let folder = requested;
  if (user) allowTraversal(dirname(requested));
  if (user && !canRun('test', ['-x', join(requested, '..')], user)) {
    folder = join(createSharedFolder(requested), 'data');
    mkdirSync(folder, { recursive: true, mode: 0o755 });
  }
  setOwner(user, folder);
  return folder;
}

/** Lets other users through a folder of this user, but not list it. */
function allowTraversal(folder: string): void {
  const { mode, uid } = lstatSync(folder);
  if (uid === process.getuid?.()) chmodSync(folder, (mode & 0o777) | 0o001);
}

/** PostgreSQL requires that only its own user has access to the data folder. */
function setOwner(user: SystemUser | undefined, folder: string): void {
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
}

/** Creates a folder outside the checkout that all users can traverse, for a checkout that other users have no access to. */
function createSharedFolder(privateFolder: string): string {
  const folder = getSharedFolderPath(privateFolder);
  for (const path of [dirname(folder), folder]) {
    mkdirSync(path, { recursive: true, mode: 0o755 });
    const stats = lstatSync(path);
    if (!stats.isDirectory() || stats.uid !== process.getuid?.()) {
      throw new UserError(`${path} belongs to another user. Remove it, or set DATABASE_URL.`);
    }
    chmodSync(path, 0o755);
  }
  return folder;
}

function getSharedFolderPath(privateFolder: string): string {
  const name = createHash('sha256').update(privateFolder).digest('hex').slice(0, 12);
  return join(`/var/tmp/fareline-${process.getuid?.() ?? 0}`, name);
}

/** Initialises in a temporary folder and renames it, so that a killed start does not leave an incomplete database. */
async function initialiseDataFolder(
  bin: string,
  folder: string,
  password: string,
  user: SystemUser | undefined,
): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const temporary = `${folder}.new`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary);
  setOwner(user, temporary);
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const args = [
    ...['-D', temporary, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--no-locale', '--no-sync'],
  ];
  try {
    await promisify(execFile)(join(bin, 'initdb'), args, { cwd: temporary, ...user });
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    const output = `${stdout}${stderr}${message}`;
    if (/No space left/i.test(output)) throw Object.assign(new Error(output), { code: 'ENOSPC' });
    throw new UserError(`PostgreSQL could not initialise its data folder ${folder}:\n${output}`);
  } finally {
    rmSync(passwordFile);
  }
  renameSync(temporary, folder);
}

function canRun(command: string, args: string[], user: SystemUser | undefined): boolean {
  return spawnSync(command, args, { stdio: 'ignore', cwd: '/', ...user }).status === 0;
}
