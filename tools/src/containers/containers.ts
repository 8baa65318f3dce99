import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { exitOnUsageError, readArguments } from '@fareline/service-kit/command-line';
import { parse, stringify } from 'yaml';
import { repoRoot } from '../local/paths.ts';
import { findFreePort } from '../local/ports.ts';
import { formatError, UserError } from '../local/user-error.ts';

const { values } = readArguments(
  `containers.ts                       builds and runs docker-compose.yml by podman, and books flights
containers.ts --stand-ins           for machines without a registry of images: Debian's packages in place of the public images
containers.ts --scale payments=2    several replicas of a service; can be repeated
containers.ts --keep                leaves the containers running
containers.ts --remove              removes them
Needs root, and on Debian: apt-get install podman buildah docker-compose runc netavark aardvark-dns catatonit iptables debootstrap
`,
  {
    options: {
      'stand-ins': { type: 'boolean', default: false },
      scale: { type: 'string', multiple: true, default: [] },
      keep: { type: 'boolean', default: false },
      remove: { type: 'boolean', default: false },
    },
  },
  0,
);

const project = 'fareline-containers';
const replaced = ['node', 'postgres', 'redis'];
const print = (line: string) => process.stdout.write(`${line}\n`);

const attempt = (command: string, ...args: string[]): SpawnSyncReturns<string> =>
  spawnSync(command, args, { cwd: repoRoot, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** Runs a command and returns what it prints. Throws a UserError with its last lines when it fails; its arguments may be secret. */
function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = attempt(command, ...args);
  if (status === 0) return stdout.trim();
  const lines = `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trimEnd().split('\n').slice(-15);
  throw new UserError([`${command} failed (status ${status}):`, ...lines].join('\n'));
}

/** Throws a UserError that names all programs that are missing. */
function assertInstalled(): void {
  if (process.getuid?.() !== 0) throw new UserError('containers.ts needs root, for networks and mounts.');
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/lib/podman', '/usr/libexec/podman'];
  const needed = [
    'podman',
    'buildah',
    'docker-compose',
    'runc',
    'netavark',
    'aardvark-dns',
    'catatonit',
    'iptables',
  ];
  if (values['stand-ins']) needed.push('debootstrap');
  const missing = needed.filter((name) => !folders.some((folder) => fs.existsSync(join(folder, name))));
  if (missing.length > 0)
    throw new UserError(`Missing: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);
}

/** Serves Docker's API by podman, with settings for machines that do not use systemd and may not raise limits. */
async function servePodman(folder: string): Promise<() => void> {
  const settings = `[containers]
default_ulimits = []
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
`;
  fs.writeFileSync(join(folder, 'containers.conf'), settings);
  process.env.CONTAINERS_CONF = join(folder, 'containers.conf');
  process.env.BUILDAH_ISOLATION = 'chroot';
  process.env.DOCKER_HOST = `unix://${folder}/podman.sock`;
  const service = spawn('podman', ['system', 'service', '--time=0', process.env.DOCKER_HOST], {
    stdio: 'ignore',
  });
  while (!fs.existsSync(join(folder, 'podman.sock'))) await delay(100);
  return () => void service.kill();
}

const toTag = (name: string) => `localhost/stand-in/${name}:${process.version}`;

/**
 * Makes the images that stand in for the public ones, of Debian's packages and the Node.js and npm of this machine. They are made
 * once, as each one that is made anew would have everything installed anew.
 */
function makeStandIns(folder: string): void {
  if (replaced.every((name) => attempt('podman', 'image', 'exists', toTag(name)).status === 0)) return;
  const [root, context] = [join(folder, 'root'), join(folder, 'stand-ins')];
  fs.mkdirSync(context);
  run('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', root);
  run('tar', '--create', '--directory', root, '--file', join(context, 'root.tar'), '.');
  fs.copyFileSync(process.execPath, join(context, 'node'));
  fs.chmodSync(join(context, 'node'), 0o755);
  fs.cpSync(dirname(dirname(fs.realpathSync(run('which', 'npm')))), join(context, 'npm'), {
    recursive: true,
  });
  // The registry of this machine's npm, and the authorities that it trusts.
  fs.writeFileSync(
    join(context, 'npmrc'),
    `registry=${run('npm', 'config', 'get', 'registry')}\ncafile=/ca.pem\n`,
  );
  const authorities = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt';
  fs.copyFileSync(authorities, join(context, 'ca.pem'));
  fs.copyFileSync(
    join(import.meta.dirname, 'postgres-entrypoint.sh'),
    join(context, 'postgres-entrypoint.sh'),
  );
  const file = join(import.meta.dirname, 'stand-ins.Containerfile');
  const options = ['--isolation', 'chroot', '--format', 'docker', '--layers', '--file', file];
  for (const name of replaced)
    run('buildah', 'build', ...options, '--target', name, '--tag', toTag(name), context);
}

interface Compose {
  name?: string;
  services: Record<string, { image?: string; build?: object; tmpfs?: string[]; volumes?: string[] }>;
}

/**
 * The compose file as Docker Compose 1.29 of Debian reads it, which knows no name of a project, with stand-ins and what make-env.sh
 * writes.
 */
function writeCompose(folder: string, port: number): { compose: Compose; start: string[] } {
  const text = fs.readFileSync(join(repoRoot, 'docker-compose.yml'), 'utf8');
  const { name: _, ...compose } = parse(text, { merge: true }) as Compose;
  for (const service of Object.values(compose.services)) {
    // What podman mounts below its own /run only root can write to, so that a folder takes its place.
    const sockets = service.tmpfs?.find((tmpfs) => tmpfs.startsWith('/run/'))?.replace(/:.*/, '');
    if (sockets) {
      const shared = join(folder, 'sockets');
      fs.mkdirSync(shared);
      fs.chmodSync(shared, 0o1777);
      fs.chmodSync(folder, 0o711);
      service.tmpfs = service.tmpfs?.filter((tmpfs) => !tmpfs.startsWith(sockets));
      service.volumes = [...(service.volumes ?? []), `${shared}:${sockets}`];
    }
    const name = /^\w+/.exec(service.image ?? '')?.[0] ?? '';
    if (values['stand-ins'] && replaced.includes(name)) service.image = toTag(name);
  }
  fs.writeFileSync(join(folder, 'docker-compose.yml'), stringify(compose));
  fs.mkdirSync(join(folder, 'deploy'));
  fs.copyFileSync(join(repoRoot, 'deploy/make-env.sh'), join(folder, 'deploy/make-env.sh'));
  fs.writeFileSync(join(folder, '.env'), `PORT=${port}\n`, { mode: 0o600 });
  run('bash', join(folder, 'deploy/make-env.sh'));
  const files = ['--file', join(folder, 'docker-compose.yml'), '--env-file', join(folder, '.env')];
  return { compose, start: ['--project-name', project, '--project-directory', repoRoot, ...files] };
}

/** Starts all as Docker Compose does. Without systemd podman checks the health of no container by itself. */
async function start(compose: (...args: string[]) => string[]): Promise<void> {
  const args = compose(
    'up',
    '--detach',
    '--no-build',
    ...values.scale.flatMap((scale) => ['--scale', scale]),
  );
  const starting = spawn('docker-compose', args, { cwd: repoRoot, stdio: ['ignore', 'inherit', 'inherit'] });
  while (starting.exitCode === null) {
    for (const name of list()) attempt('podman', 'healthcheck', 'run', name);
    await delay(500);
  }
  if (starting.exitCode !== 0) throw new UserError('Not all containers were started.');
}

const list = (): string[] =>
  run('podman', 'ps', '--filter', `label=com.docker.compose.project=${project}`, '--format', '{{.Names}}')
    .split('\n')
    .filter(Boolean);

/** Throws a UserError for what a container must not have: root, a file system to write to, tests. */
function assertConfined({ services }: Compose): void {
  for (const name of list()) {
    const { build } = services[name.slice(project.length + 1).replace(/_\d$/, '')]!;
    const execute = (script: string) => attempt('podman', 'exec', name, 'sh', '-c', script);
    if (execute('id -u').stdout.trim() === '0') throw new UserError(`${name} runs as root.`);
    if (execute('touch /written').status === 0)
      throw new UserError(`${name} has a root that can be written.`);
    if (!build) continue;
    const tests = execute("find /app -name node_modules -prune -o -name '*.test.ts*' -print");
    if (tests.status !== 0 || tests.stdout) throw new UserError(`${name} has tests:\n${tests.stdout}`);
  }
}

/** Creates the first administrator as the page on deploying says. Its output has the password. */
function createAdministrator(): void {
  const command = ['node', 'services/accounts/src/commands/admin-create.ts'];
  const output = run('podman', 'exec', `${project}_accounts_1`, ...command);
  if (!/^Administrator: admin /m.test(output))
    throw new UserError('The first administrator was not created.');
}

/** Books in a browser: alone by the way of a guest, and for a family with seats. */
function book(site: string): void {
  const template = `{{(index .NetworkSettings.Networks "${project}_default").IPAddress}}`;
  const getUrl = (name: string) =>
    `http://${run('podman', 'inspect', '--format', template, `${project}_${name}_1`)}:8080`;
  const journeys = 'by fields in test mode.* a guest searches one way|a family of four books';
  const urls = {
    ...{ E2E_URL: site, E2E_MAIL_URL: getUrl('mail') },
    ...{ E2E_DUFFEL_URL: getUrl('duffel'), E2E_STRIPE_URL: getUrl('stripe') },
  };
  const args = ['tools/src/test/e2e.ts', 'booking.spec', '--grep', journeys];
  const options = { cwd: repoRoot, stdio: 'inherit', env: { ...process.env, ...urls } } as const;
  if (spawnSync(process.execPath, args, options).status !== 0)
    throw new UserError('Nothing could be booked, or not as it should be.');
}

/** Stops all as Docker Compose does. Throws a UserError that names the containers that had to be killed. */
function stop(compose: (...args: string[]) => string[]): void {
  const names = list();
  run('docker-compose', ...compose('stop'));
  const killed = names.filter(
    (name) => run('podman', 'inspect', '--format', '{{.State.ExitCode}}', name) === '137',
  );
  if (killed.length > 0) throw new UserError(`Killed, as they did not stop in time: ${killed.join(', ')}`);
}

async function main(): Promise<void> {
  assertInstalled();
  const folder = fs.mkdtempSync(join(tmpdir(), `${project}-`));
  const stopServing = await servePodman(folder);
  try {
    const port = await findFreePort();
    const { compose: file, start: common } = writeCompose(folder, port);
    const compose = (...args: string[]) => [...common, ...args];
    const remove = () => run('docker-compose', ...compose('down', '--volumes', '--timeout', '0'));
    remove();
    if (values.remove) return;
    if (values['stand-ins']) makeStandIns(folder);
    const base = values['stand-ins'] ? ['--build-arg', `BASE=${toTag('node')}`] : [];
    run('docker-compose', ...compose('build', ...base));
    await start(compose);
    assertConfined(file);
    createAdministrator();
    book(`http://localhost:${port}`);
    if (values.keep) return void print(`The containers run: http://localhost:${port}`);
    stop(compose);
    remove();
    print('All containers were confined, booked, and stopped in time.');
  } finally {
    stopServing();
    fs.rmSync(folder, { recursive: true });
  }
}

try {
  await main();
} catch (error) {
  exitOnUsageError(error);
  console.error(formatError(error));
  process.exitCode = 1;
}
