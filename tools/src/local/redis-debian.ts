import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeWhole } from './make-whole.ts';
import { dataFolder } from './paths.ts';

const PACKAGES = ['redis-server', 'redis-tools', 'liblzf1', 'libjemalloc2', 'libatomic1'];

/**
 * On Debian, redis-server unpacked from its packages into the data folder: needs the package archive but no root.
 * Undefined where that cannot be done.
 */
export function downloadDebianRedis(
  env: NodeJS.ProcessEnv,
): { command: string; libraries: string } | undefined {
  const base = join(dataFolder(env), 'redis-server');
  const command = join(base, 'root/usr/bin/redis-server');
  const libraries = () => libraryFolder(join(base, 'root/usr/lib'));
  if (!libraries() && existsSync('/etc/debian_version')) {
    try {
      makeWhole(base, download);
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
  // Lists of our own: the machine's may be empty, and only root may refresh them.
  const own = [
    '-o',
    `Dir::State::lists=${base}/lists`,
    '-o',
    `Dir::Cache=${base}/cache`,
    '-o',
    'Debug::NoLocking=1',
  ];
  try {
    run('apt-get', ['-qq', 'download', ...PACKAGES], packages);
  } catch {
    run('apt-get', ['-qq', ...own, 'update'], packages);
    run('apt-get', ['-qq', ...own, 'download', ...PACKAGES], packages);
  }
  for (const name of readdirSync(packages)) {
    run('dpkg-deb', ['-x', join(packages, name), join(base, 'root')], packages);
  }
  for (const folder of ['packages', 'lists', 'cache'])
    rmSync(join(base, folder), { recursive: true, force: true });
}

function libraryFolder(lib: string): string | undefined {
  const name = existsSync(lib) ? readdirSync(lib).find((entry) => entry.endsWith('-linux-gnu')) : undefined;
  return name ? join(lib, name) : undefined;
}

function run(command: string, args: string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: 'ignore', timeout: 120_000 });
}
