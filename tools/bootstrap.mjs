// Runs on whatever Node the machine has, before anything is installed: plain JavaScript, no packages.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.fareline-install');

/** Installs packages when they are missing or out of date, then runs a program on Node 24. */
export async function bootstrap(program, args) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    fail(`Node ${process.versions.node} is too old: Node 20 or newer is needed (https://nodejs.org).`);
  }
  install();
  const node = findNode();
  const path = [join(modules, '.bin'), process.env.PATH].join(':');
  const command = [...wrapper(), node, join(root, program), ...args];
  const child = spawn(command[0], command.slice(1), {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: join(root, '.data/compile-cache') },
  });
  // Ctrl-C reaches the child by itself; a signal sent to this process alone has to be passed on.
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) endWithNpm(child);
  child.on('error', (error) => fail(`${node} cannot be run: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

function install() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stamp = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  if (!isInstalled(JSON.parse(lock.toString()))) {
    checkSpace(2_000_000_000);
    console.log('Installing packages: about a minute, this once.');
    const started = Date.now();
    const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
    const result = spawnSync(npm[0], [...npm.slice(1), 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
    });
    if (result.error?.code === 'ENOENT') fail('npm is missing. It comes with Node: https://nodejs.org');
    if (result.signal === 'SIGINT' || result.status === 130) process.exit(130);
    if (result.status !== 0) {
      fail(
        'The packages could not be installed; npm says why above. Check the connection to the registry and the space on the disk, then try again.',
      );
    }
    console.log(`Installed packages (${Math.round((Date.now() - started) / 1000)} s)`);
  }
  writeFileSync(stampFile, stamp);
}

/** Whether an `npm install` of one's own has already brought what the lock file asks for. */
function isInstalled(lock) {
  const hidden = join(modules, '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(lock.packages).every(
    ([path, wanted]) =>
      !path.includes('node_modules/') ||
      wanted.optional ||
      wanted.link ||
      (installed[path]?.version === wanted.version && existsSync(join(root, path))),
  );
}

function findNode() {
  const bundled = join(modules, '.bin/node');
  if (existsSync(bundled) && spawnSync(bundled, ['--version']).status === 0) return bundled;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    `npm brings Node 24 for Linux only, not for ${process.platform}-${process.arch}. Install Node 24 (https://nodejs.org) and try again.`,
  );
}

function checkSpace(needed) {
  const { bavail, bsize } = statfsSync(root);
  if (bavail * bsize < needed) {
    fail(
      `There is too little space on the disk of ${root}: ${Math.round((bavail * bsize) / 1e6)} MB are free, ${needed / 1e6} MB are needed.`,
    );
  }
}

/** On Linux the kernel ends the child when this process is killed without a chance to do so. */
function wrapper() {
  const isSupported = spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
  return isSupported ? ['setpriv', '--pdeathsig', 'TERM'] : [];
}

/** npm, killed hard, cannot tell us: its shell, and we, are left with another parent. */
function endWithNpm(child) {
  const before = parents();
  setInterval(() => {
    if (parents() !== before) child.kill('SIGTERM');
  }, 1000).unref();
}

/** Our parent and, where that is the shell that npm runs scripts with, the shell's. */
function parents() {
  try {
    const [, comm, ppid] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? [];
    return comm?.endsWith('sh') ? `${process.ppid} ${ppid}` : `${process.ppid}`;
  } catch {
    return `${process.ppid}`;
  }
}

function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}
