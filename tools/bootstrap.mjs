// Runs before packages are installed, on any Node version: plain JavaScript without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const modules = join(root, 'node_modules');

/** Installs packages when they are missing or outdated, then runs a program on Node 24. */
export async function bootstrap(program, args) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    fail(`Node ${process.versions.node} is too old: Node 20 or newer is needed (https://nodejs.org).`);
  }
  installPackages(root);
  const node = findNode();
  const path = [join(modules, '.bin'), process.env.PATH].join(':');
  const command = [...createWrapper(), node, join(root, program), ...args];
  const child = spawn(command[0], command.slice(1), {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: join(root, '.data/compile-cache') },
  });
  // The terminal sends Ctrl-C to the child too; a signal to this process alone has to be forwarded.
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) stopWithNpm(child);
  child.on('error', (error) => fail(`${node} cannot be run: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** Installs the packages of a folder unless those of its lock file are there. */
export function installPackages(folder) {
  const stampFile = join(folder, 'node_modules/.fareline-install');
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const stamp = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  if (!isInstalled(folder, JSON.parse(lock.toString()))) {
    assertDiskSpace(2_000_000_000);
    const where = folder === root ? '' : ` of ${relative(root, folder)}`;
    console.log(`Installing packages${where}: about a minute, only the first time.`);
    const started = Date.now();
    const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
    const result = spawnSync(npm[0], [...npm.slice(1), 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: 'inherit',
    });
    if (result.error?.code === 'ENOENT') fail('npm is missing. It comes with Node: https://nodejs.org');
    if (result.signal === 'SIGINT' || result.status === 130) process.exit(130);
    if (result.status !== 0) {
      fail(
        'The packages could not be installed; see the output of npm above. Check the connection to the registry and the free disk space, then try again.',
      );
    }
    console.log(`Installed packages (${Math.round((Date.now() - started) / 1000)} s)`);
  }
  writeFileSync(stampFile, stamp);
}

/** Whether the versions of the lock file are installed already, for example by a manual `npm install`. */
function isInstalled(folder, lock) {
  const hidden = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(lock.packages).every(
    ([path, locked]) =>
      !path.includes('node_modules/') ||
      locked.optional ||
      locked.link ||
      (installed[path]?.version === locked.version && existsSync(join(folder, path))),
  );
}

function findNode() {
  const bundled = join(modules, '.bin/node');
  if (existsSync(bundled) && spawnSync(bundled, ['--version']).status === 0) return bundled;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    `npm provides Node 24 only for Linux, not for ${process.platform}-${process.arch}. Install Node 24 (https://nodejs.org) and try again.`,
  );
}

function assertDiskSpace(needed) {
  const { bavail, bsize } = statfsSync(root);
  if (bavail * bsize < needed) {
    fail(
      `There is too little space on the disk of ${root}: ${Math.round((bavail * bsize) / 1e6)} MB are free, ${needed / 1e6} MB are needed.`,
    );
  }
}

/** On Linux the kernel stops the child when this process is killed. */
function createWrapper() {
  const isSupported = spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
  return isSupported ? ['setpriv', '--pdeathsig', 'TERM'] : [];
}

/** A killed npm forwards no signal, but its shell and this process then get another parent. */
function stopWithNpm(child) {
  const before = getParents();
  setInterval(() => {
    if (getParents() !== before) child.kill('SIGTERM');
  }, 1000).unref();
}

/** The parent process and, when that is the shell that npm runs scripts with, its parent. */
function getParents() {
  try {
    const [, comm, ppid] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? [];
    return comm?.endsWith('sh') ? `${process.ppid} ${ppid}` : `${process.ppid}`;
  } catch {
    return `${process.ppid}`;
  }
}

function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
