import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFolderAtomically } from './atomic-folder.ts';
import { getDataFolder } from './paths.ts';

const packageNames = ['redis-server', 'redis-tools', 'liblzf1', 'libjemalloc2', 'libatomic1'];

/**
 * On Debian, downloads redis-server from the package archive and unpacks it into the data folder, which needs no root.
 * Returns undefined when that is not possible.
 */
export function downloadDebianRedis(
  env: NodeJS.ProcessEnv,
): { command: string; libraries: string } | undefined {
  const base = join(getDataFolder(env), 'redis-server');
  const command = join(base, 'root/usr/bin/redis-server');
  const libraries = () => findLibraryFolder(join(base, 'root/usr/lib'));
  if (!libraries() && existsSync('/etc/debian_version')) {
    try {
      createFolderAtomically(base, download);
    } catch {
      return undefined;
    }
  }
  const found = libraries();
  return found && existsSync(command) ? { command, libraries: found } : undefined;
}

function download(base: string): void {
  const packages = join(base, 'packages');
  mkdirSync(packages, { recursive: true });
  mkdirSync(join(base, 'lists/partial'), { recursive: true });
  mkdirSync(join(base, 'cache/archives/partial'), { recursive: true });
  // Uses separate package lists: those of the system may be empty, and only root may update them.
  const aptOptions = [
    `Dir::State::lists=${base}/lists`,
    `Dir::Cache=${base}/cache`,
    'Debug::NoLocking=1',
  ].flatMap((option) => ['-o', option]);
  try {
    run('apt-get', ['-qq', 'download', ...packageNames], packages);
  } catch {
    run('apt-get', ['-qq', ...aptOptions, 'update'], packages);
    run('apt-get', ['-qq', ...aptOptions, 'download', ...packageNames], packages);
  }
  for (const name of readdirSync(packages)) {
    run('dpkg-deb', ['-x', join(packages, name), join(base, 'root')], packages);
  }
  for (const folder of ['packages', 'lists', 'cache'])
    rmSync(join(base, folder), { recursive: true, force: true });
}

function findLibraryFolder(lib: string): string | undefined {
  const name = existsSync(lib) ? readdirSync(lib).find((entry) => entry.endsWith('-linux-gnu')) : undefined;
  return name ? join(lib, name) : undefined;
}

function run(command: string, args: string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: 'ignore' });
}
