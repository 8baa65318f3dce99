import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { readArguments, UsageError, exitOnUsageError } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';
import { findFreePort } from '../local/ports.ts';
import { formatError, UserError } from '../local/user-error.ts';
import { interpolate, parseCompose, sortByDependency, type Compose } from './compose.ts';
import { buildImages, getStandIns, readBase } from './images.ts';
import { toRunArguments } from './podman-arguments.ts';
import { attempt, read, run } from './run.ts';

const project = 'fareline-containers';
const healthTimeoutMs = 120_000;

const { values } = readArguments(
  `containers.ts                       builds the images of docker-compose.yml, runs them by podman and books a flight
containers.ts --stand-ins           for machines without a registry of images: Debian's packages in place of the public images
containers.ts --scale payments=2    several replicas of a service; can be repeated
containers.ts --built               runs the images that were built before
containers.ts --keep                leaves the containers running
containers.ts --remove              removes them
Needs root, buildah, podman, runc, netavark, aardvark-dns, iptables, catatonit, and with --stand-ins debootstrap.
`,
  {
    options: {
      'stand-ins': { type: 'boolean', default: false },
      scale: { type: 'string', multiple: true, default: [] },
      built: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      remove: { type: 'boolean', default: false },
    },
  },
  0,
);

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Throws a UserError that names all programs that are missing. */
function assertInstalled(): void {
  if (process.getuid?.() !== 0) throw new UserError('containers.ts needs root, for networks and mounts.');
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/lib/podman', '/usr/libexec/podman'];
  const needed = ['buildah', 'podman', 'runc', 'netavark', 'aardvark-dns', 'iptables', 'catatonit'];
  if (values['stand-ins']) needed.push('debootstrap');
  const missing = needed.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  if (missing.length > 0)
    throw new UserError(`Missing: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);
}

function parseScale(compose: Compose): Map<string, number> {
  return new Map(
    values.scale.map((option) => {
      const [, name = '', count = ''] = /^([\w-]+)=([1-9])$/.exec(option) ?? [];
      if (!compose.services[name]) throw new UsageError(`--scale ${option} is not <service>=<1 to 9>.`);
      return [name, Number(count)];
    }),
  );
}

/** Settings for machines that do not use systemd, and may not raise limits. */
function writeConfiguration(folder: string): string {
  const file = join(folder, 'containers.conf');
  writeFileSync(
    file,
    `[containers]
default_ulimits = []
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
`,
  );
  return file;
}

/** The variables that make-env.sh writes for docker-compose.yml. */
async function createEnvironment(folder: string): Promise<Record<string, string | undefined>> {
  mkdirSync(join(folder, 'deploy'));
  const script = join(folder, 'deploy/make-env.sh');
  copyFileSync(join(repoRoot, 'deploy/make-env.sh'), script);
  writeFileSync(join(folder, '.env'), `PORT=${await findFreePort()}\n`, { mode: 0o600 });
  run('bash', [script]);
  return parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
}

/** Pulls the public images. Throws a UserError that says which cannot be had. */
function pullImages({ services }: Compose): void {
  const images = Object.values(services).map(({ image, build }) => image ?? readBase(build!.dockerfile));
  for (const image of new Set(images)) {
    const { status, output } = attempt('podman', ['pull', '--quiet', `docker.io/library/${image}`]);
    if (status !== 0)
      throw new UserError(
        `${image} cannot be pulled: ${output.trim().split('\n').at(-1)}\n` +
          "Without a registry of images, add --stand-ins: they are made of Debian's packages.",
      );
  }
}

const list = (kind: 'ps' | 'network' | 'volume') =>
  read('podman', [
    ...(kind === 'ps' ? ['ps', '--all'] : [kind, 'ls']),
    '--format',
    kind === 'ps' ? '{{.Names}}' : '{{.Name}}',
  ])
    .split('\n')
    .filter((name) => name.startsWith(`${project}-`));

function removeAll(): void {
  for (const name of list('ps')) run('podman', ['rm', '--force', '--time', '0', name]);
  for (const name of list('volume')) run('podman', ['volume', 'rm', name]);
  for (const name of list('network')) run('podman', ['network', 'rm', name]);
}

async function waitUntilHealthy(name: string): Promise<void> {
  const started = performance.now();
  while (attempt('podman', ['healthcheck', 'run', name]).status !== 0) {
    const isRunning = read('podman', ['inspect', '--format', '{{.State.Running}}', name]) === 'true';
    if (!isRunning || performance.now() - started > healthTimeoutMs)
      throw new UserError(
        `${name} is not healthy.\n${attempt('podman', ['logs', '--tail', '15', name]).output}`,
      );
    await delay(500);
  }
}

/** Starts the services one after the other, jobs until they have ended, with the settings of docker-compose.yml. */
async function start(
  compose: Compose,
  images: Record<string, string>,
  env: Record<string, string | undefined>,
): Promise<void> {
  for (const [name, network] of Object.entries(compose.networks)) {
    const [range] = network?.ipam.config ?? [];
    const options = range ? ['--subnet', range.subnet, '--gateway', range.gateway] : [];
    run('podman', ['network', 'create', ...options, `${project}-${name}`]);
  }
  for (const name of Object.keys(compose.volumes)) run('podman', ['volume', 'create', `${project}-${name}`]);
  const scale = parseScale(compose);
  for (const service of sortByDependency(compose)) {
    const settings = compose.services[service]!;
    for (let replica = 1; replica <= (scale.get(service) ?? 1); replica += 1) {
      const name = `${project}-${service}-${replica}`;
      const container = { service, name, image: images[service]!, project, env };
      // The other ports are of the sandbox for mail, which is reached by its own address here.
      const ports = service === 'edge' ? settings.ports.map((port) => interpolate(port, env)) : [];
      const options = ports.flatMap((port) => ['--publish', port]);
      const isJob = settings.restart === undefined;
      run('podman', [
        'run',
        ...(isJob ? [] : ['--detach']),
        ...['--ulimit', 'host'],
        ...options,
        ...toRunArguments(settings, container),
      ]);
      const hasCheck = read('podman', ['inspect', '--format', '{{if .Config.Healthcheck}}yes{{end}}', name]);
      if (!isJob && hasCheck) await waitUntilHealthy(name);
      print(isJob ? `${service} has ended well` : `${name} runs${hasCheck ? ' and is healthy' : ''}`);
    }
  }
}

/** Throws a UserError for what a container must not have: root, a file system to write to, tests. */
function assertConfined({ services }: Compose): void {
  for (const name of list('ps')) {
    const { restart, build } = services[name.slice(project.length + 1).replace(/-\d$/, '')]!;
    if (!restart) continue;
    const execute = (script: string) => attempt('podman', ['exec', name, 'sh', '-c', script]);
    if (execute('id -u').output.trim() === '0') throw new UserError(`${name} runs as root.`);
    if (execute('touch /written').status === 0)
      throw new UserError(`${name} has a root that can be written.`);
    if (!build) continue;
    const tests = execute("find /app -name node_modules -prune -o -name '*.test.ts*' -print");
    if (tests.status !== 0 || tests.output) throw new UserError(`${name} has tests:\n${tests.output}`);
  }
}

/** Creates the first administrator as the page on deploying says. Its output has the password. */
function createAdministrator(): void {
  const command = ['node', 'services/accounts/src/commands/admin-create.ts'];
  const { status, output } = attempt('podman', ['exec', `${project}-accounts-1`, ...command]);
  if (status !== 0 || !/^Administrator: admin /m.test(output))
    throw new UserError(`The first administrator was not created:\n${output}`);
}

/** Books in a browser: alone by the way of a guest, and for a family with seats. */
function book(site: string): void {
  const template = `{{(index .NetworkSettings.Networks "${project}-default").IPAddress}}`;
  const getUrl = (service: string) =>
    `http://${read('podman', ['inspect', '--format', template, `${project}-${service}-1`])}:8080`;
  const journeys = 'by fields in test mode.* a guest searches one way|a family of four books';
  const { status } = spawnSync(
    process.execPath,
    ['tools/src/test/e2e.ts', 'booking.spec', '--grep', journeys],
    {
      cwd: repoRoot,
      stdio: 'inherit',
      env: {
        ...process.env,
        E2E_URL: site,
        E2E_MAIL_URL: getUrl('mail'),
        E2E_DUFFEL_URL: getUrl('duffel'),
        E2E_STRIPE_URL: getUrl('stripe'),
      },
    },
  );
  if (status !== 0) throw new UserError('Nothing could be booked, or not as it should be.');
}

/** Stops all as Docker Compose does. Throws a UserError that names the containers that had to be killed. */
function stop(): void {
  const killed = list('ps').filter((name) => {
    run('podman', ['stop', name]);
    return read('podman', ['inspect', '--format', '{{.State.ExitCode}}', name]) === '137';
  });
  if (killed.length > 0) throw new UserError(`Killed, as they did not stop in time: ${killed.join(', ')}`);
}

async function main(): Promise<void> {
  assertInstalled();
  const folder = mkdtempSync(join(tmpdir(), `${project}-`));
  try {
    process.env.CONTAINERS_CONF = writeConfiguration(folder);
    removeAll();
    if (values.remove) return;
    const compose = parseCompose(readFileSync(join(repoRoot, 'docker-compose.yml'), 'utf8'));
    parseScale(compose);
    if (!values['stand-ins']) pullImages(compose);
    const images = buildImages(
      compose,
      values['stand-ins'] ? getStandIns(folder) : { standIns: {} },
      folder,
      values.built,
    );
    for (const image of new Set(Object.values(images)))
      print(`${image} ${read('podman', ['image', 'inspect', '--format', '{{.Size}}', image])} bytes`);
    const env = await createEnvironment(folder);
    const site = `http://localhost:${env.PORT}`;
    await start(compose, images, env);
    assertConfined(compose);
    createAdministrator();
    book(site);
    if (values.keep) {
      print(`The containers run: ${site}`);
      return;
    }
    stop();
    removeAll();
    print('All containers were confined, booked, and stopped in time.');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

try {
  await main();
} catch (error) {
  exitOnUsageError(error);
  console.error(formatError(error));
  process.exitCode = 1;
}
