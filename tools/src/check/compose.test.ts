import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drainTimeoutMs } from '@fareline/service-kit/drain';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { repoRoot } from '../local/paths.ts';

interface Service {
  image?: string;
  build?: { dockerfile: string; args: Record<string, string> };
  command?: string[];
  environment?: Record<string, string>;
  user?: string;
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  mem_limit?: string;
  stop_grace_period?: string;
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  container_name?: string;
}

interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  networks: Record<string, { ipam: { config: { subnet: string }[] } } | null>;
}

const read = (text: string) => parse(text, { merge: true }) as Compose;
const text = readFileSync(join(repoRoot, 'docker-compose.yml'), 'utf8');
const { services, networks } = read(text);

const pinned = /@sha256:[0-9a-f]{64}$/;

const selectProblems = (problems: readonly [isProblem: boolean, sentence: string][]): string[] =>
  problems.filter(([isProblem]) => isProblem).map(([, sentence]) => sentence);

/** Services of which any number may run. */
const scalable = ['accounts', 'flights', 'payments'];
/** The containers that people on the machine itself open. */
const published = ['edge', 'mail'];

/** Sentences about what a Docker Compose file of the product must not have. */
function listProblems(text: string): string[] {
  const { services, volumes } = read(text);
  const ofServices = Object.entries(services).flatMap(([name, service]) => {
    const { image, user, container_name, ports = [], tmpfs = [], restart } = service;
    return selectProblems([
      [image !== undefined && !pinned.test(image), 'its image is not pinned by a digest'],
      [image !== undefined && (user === undefined || /^(root|0)\b/.test(user)), 'it runs as root'],
      [user !== undefined && image === undefined, 'the user of its own image is overridden'],
      [service.read_only !== true, 'its root file system can be written'],
      [!service.cap_drop?.includes('ALL'), 'it keeps capabilities'],
      [!service.security_opt?.includes('no-new-privileges:true'), 'it can gain privileges'],
      [!tmpfs.every((folder) => /:size=\d+m$/.test(folder)), 'a folder in memory has no limit'],
      [service.mem_limit === undefined, 'its memory has no limit'],
      [restart !== undefined && restart !== 'unless-stopped', 'it is not started again'],
      [container_name !== undefined, 'it has a fixed name, so only one can run'],
      [ports.length > 0 && !published.includes(name), 'it is reachable from outside'],
    ]).map((problem) => `${name}: ${problem}.`);
  });
  const tooShort = [...scalable, 'edge']
    .filter((name) => Number.parseInt(services[name]?.stop_grace_period ?? '0') <= drainTimeoutMs / 1000)
    .map((name) => `${name}: it is killed while it finishes calls.`);
  const stores = { postgres: '/var/lib/postgresql', 'redis-jobs': '/data' };
  const unkept = Object.entries(stores)
    .filter(([name, path]) => {
      const kept = services[name]?.volumes?.map((volume) => volume.split(':')) ?? [];
      return !kept.some(([source = '', target]) => target === path && source in volumes);
    })
    .map(([name]) => `${name}: its data is lost with its container.`);
  return [...ofServices, ...tooShort, ...unkept];
}

it('publishes ports of Docker Compose to this machine only; another address of the edge has to be set', () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports);
  expect(Object.fromEntries(published.map(([name, { ports }]) => [name, ports]))).toEqual({
    edge: ['${EDGE_ADDRESS:-127.0.0.1}:${PORT:-3000}:8080'],
    mail: ['127.0.0.1:8025:8080'],
  });
});

it.each(['accounts', 'edge', 'flights', 'payments'])(
  'starts %s in Docker Compose only with the token that /metrics requires',
  (service) => expect(services[service]?.environment?.METRICS_TOKEN).toMatch(/^\$\{METRICS_TOKEN:\?/),
);

it.each(['shell', 'search', 'booking', 'account'])(
  'a container releases %s alone, to the volume or the bucket of the edge',
  (name) => {
    const { build, command, environment } = services[`front-end-${name}`]!;
    expect(build).toMatchObject({
      dockerfile: 'deploy/front-end.Containerfile',
      args: { FRONT_END: name },
    });
    expect(command).toBeUndefined();
    const select = (env: Record<string, string> = {}) =>
      Object.fromEntries(Object.entries(env).filter(([key]) => /^(RELEASES|AWS)_/.test(key)));
    expect(select(environment)).toEqual(select(services.edge?.environment));
    expect(Object.keys(select(environment))).toContain('RELEASES_BUCKET');
  },
);

it('each image of a service or front end is told its commit', () => {
  const builds = Object.values(services).flatMap(({ build }) => build ?? []);
  const built = builds.filter(({ args }) => !('SANDBOX' in args));
  expect(built.length).toBeGreaterThanOrEqual(8);
  for (const { args } of built) expect(args.COMMIT).toBe('${COMMIT:-unknown}');
});

it('an image of a front end releases what it has built, and no other', () => {
  const image = readFileSync(join(repoRoot, 'deploy/front-end.Containerfile'), 'utf8');
  expect(image).toContain('node tools/src/release/build.ts ${FRONT_END} /built');
  expect(image).toMatch(/^CMD .*exec node tools\/src\/release\/release\.ts \$FRONT_END --built \/built"\]$/m);
});

it('containers of Docker Compose are confined, pinned, limited and can be several, and what must be kept is kept', () =>
  expect(listProblems(text)).toEqual([]));

it.each([
  ['read_only: true', 'read_only: false', 'payments: its root file system can be written.'],
  ['cap_drop: [ALL]', 'cap_drop: [NET_RAW]', 'payments: it keeps capabilities.'],
  ['no-new-privileges:true', 'no-new-privileges:false', 'payments: it can gain privileges.'],
  ["tmpfs: ['/tmp:size=64m']", "tmpfs: ['/tmp']", 'payments: a folder in memory has no limit.'],
  ['user: postgres', 'user: root', 'postgres: it runs as root.'],
  ['    user: postgres\n', '', 'postgres: it runs as root.'],
  [/@sha256:\w+/, '', 'redis-jobs: its image is not pinned by a digest.'],
  ['mem_limit: 384m', 'init: false', 'duffel: its memory has no limit.'],
  ['restart: unless-stopped', 'restart: on-failure', 'payments: it is not started again.'],
  ['stop_grace_period: 175s', 'stop_grace_period: 155s', 'payments: it is killed while it finishes calls.'],
  ['stop_grace_period: 175s', 'init: false', 'edge: it is killed while it finishes calls.'],
  ["volumes: ['redis-jobs:/data']", 'init: false', 'redis-jobs: its data is lost with its container.'],
  ['- postgres:/var/lib', '- ./postgres:/var/lib', 'postgres: its data is lost with its container.'],
  ['  payments:\n', "  payments:\n    ports: ['8081:8080']\n", 'payments: it is reachable from outside.'],
  [
    '  payments:\n',
    '  payments:\n    container_name: payments\n',
    'payments: it has a fixed name, so only one can run.',
  ],
])('refuses a Docker Compose file in which %s is replaced by %j', (found, replacement, problem) => {
  const broken = text.replace(found, () => replacement);
  expect(broken).not.toBe(text);
  expect(listProblems(broken)).toContain(problem);
});

it('the services believe the network of the edge alone, in which neither stores nor other sandboxes than the one of flights are', () => {
  const members = Object.keys(services).filter((name) => services[name]!.networks?.includes('site'));
  expect(members.sort()).toEqual(['accounts', 'duffel', 'edge', 'flights', 'payments', 'prerender']);
  const range = networks.site?.ipam.config[0]?.subnet;
  for (const name of ['accounts', 'flights', 'payments'])
    expect(services[name]!.environment?.TRUSTED_PROXIES).toBe(range);
  expect(services.edge!.environment?.TRUSTED_PROXIES).toBe('${TRUSTED_PROXIES:-none}');
  expect(services.edge!.networks).toEqual(['site']);
});

it('the page on deploying creates the first administrator in a container that Docker Compose has', () => {
  const page = readFileSync(join(repoRoot, 'deploy/README.md'), 'utf8');
  const [, name = '', script = ''] = /docker compose exec (\w+) node (\S+admin-create\.ts)/.exec(page) ?? [];
  expect(services[name]).toBeDefined();
  expect(existsSync(join(repoRoot, script))).toBe(true);
});
