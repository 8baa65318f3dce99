import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseCompose } from '../containers/compose.ts';
import { repoRoot } from '../local/paths.ts';
import { listComposeProblems } from './testing/compose.ts';

const text = readFileSync(join(repoRoot, 'docker-compose.yml'), 'utf8');
const { services } = parse(text, { merge: true }) as {
  services: Record<
    string,
    {
      ports?: string[];
      environment?: Record<string, string>;
      build?: { dockerfile: string; args: Record<string, string> };
      command?: string[];
    }
  >;
};

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
  expect(listComposeProblems(text)).toEqual([]));

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
  [
    '${LOG_LEVEL:-info}',
    '${LOG_LEVEL:-${LEVEL:-info}}',
    'A variable is the default of another, which podman-compose does not read.',
  ],
])('refuses a Docker Compose file in which %s is replaced by %j', (found, replacement, problem) => {
  const broken = text.replace(found, () => replacement);
  expect(broken).not.toBe(text);
  expect(listComposeProblems(broken)).toContain(problem);
});

it('the services believe the network of the edge alone, in which neither stores nor other sandboxes than the one of flights are', () => {
  const { services: parsed, networks } = parseCompose(text);
  const members = Object.keys(parsed).filter((name) => parsed[name]!.networks.includes('site'));
  expect(members.sort()).toEqual(['accounts', 'duffel', 'edge', 'flights', 'payments', 'prerender']);
  const range = networks.site?.ipam.config[0]?.subnet;
  for (const name of ['accounts', 'flights', 'payments'])
    expect(parsed[name]!.environment.TRUSTED_PROXIES).toBe(range);
  expect(parsed.edge!.environment.TRUSTED_PROXIES).toBe('${TRUSTED_PROXIES:-none}');
  expect(parsed.edge!.networks).toEqual(['site']);
});

it('the page on deploying creates the first administrator in a container that Docker Compose has', () => {
  const page = readFileSync(join(repoRoot, 'deploy/README.md'), 'utf8');
  const [, name = '', script = ''] = /docker compose exec (\w+) node (\S+admin-create\.ts)/.exec(page) ?? [];
  expect(services[name]).toBeDefined();
  expect(existsSync(join(repoRoot, script))).toBe(true);
});
