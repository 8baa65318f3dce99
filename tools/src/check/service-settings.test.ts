import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createServiceEnvironments } from '../local/environment.ts';
import { repoRoot } from '../local/paths.ts';
import { createSettings } from '../local/testing-settings.ts';

const services = ['accounts', 'edge', 'flights', 'payments'] as const;
type Service = (typeof services)[number];
type Env = Record<string, string | undefined>;

const importConfig = (service: Service) =>
  import(join(repoRoot, `services/${service}/src/config.ts`)) as Promise<{
    readConfig: (env: Env) => unknown;
  }>;

/** The settings without which the service does not start. */
async function listRequiredSettings(service: Service): Promise<string[]> {
  const { readConfig } = await importConfig(service);
  try {
    readConfig({});
  } catch (error) {
    return [...(error as Error).message.matchAll(/^ {2}(\w+) is missing/gm)].map(([, name]) => name!);
  }
  throw new Error(`${service} starts without settings`);
}

/** The settings that the configuration of a service reads: the variables that it requests of its environment. */
async function listSettings(service: Service): Promise<Set<string>> {
  const { readConfig } = await importConfig(service);
  const names = new Set<string>();
  const env = new Proxy<Env>({}, { get: (_env, name) => void names.add(String(name)) });
  expect(() => readConfig(env)).toThrow('Cannot start with these settings');
  return names;
}

interface Variable {
  name: string;
  valueFrom?: { secretKeyRef: unknown };
}

/** The variables of the containers of a service in a cluster. The others come from a ConfigMap and are not secret. */
function listClusterVariables(service: Service): string[] {
  const [manifest] = readFileSync(join(repoRoot, `deploy/kubernetes/${service}.yaml`), 'utf8').split(
    '\n---\n',
  );
  const { spec } = parse(manifest ?? '') as {
    spec: { template: { spec: { containers: { env: Variable[] }[] } } };
  };
  return spec.template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name));
}

const readManifests = (file: string): { kind: string; data?: Env }[] =>
  readFileSync(join(repoRoot, 'deploy/kubernetes', file), 'utf8')
    .split('\n---\n')
    .map((manifest) => parse(manifest) as { kind: string; data?: Env });

/** The settings that all services of a cluster have. */
const clusterSettings = Object.keys(
  readManifests('settings.yaml').find(({ kind }) => kind === 'ConfigMap')?.data ?? {},
);

function listComposeVariables(service: Service): string[] {
  const compose = parse(readFileSync(join(repoRoot, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<Service, { environment: Env }>;
  };
  return Object.keys(compose.services[service].environment);
}

const local = createServiceEnvironments(createSettings({}));
const realProviders = createServiceEnvironments(
  createSettings({
    ...{ DUFFEL_TOKEN_TEST: 'x', DUFFEL_TOKEN_LIVE: 'x', DUFFEL_BASE_PATH: 'x', FARELINE_HOST: '0.0.0.0' },
    ...{ STRIPE_KEY_TEST: 'x', STRIPE_KEY_LIVE: 'x', STRIPE_BASE_URL: 'x', STRIPE_RAW_CARDS: 'true' },
    ...{ STRIPE_PUBLISHABLE_KEY_TEST: 'x', STRIPE_PUBLISHABLE_KEY_LIVE: 'x' },
  }),
);

/** The keys of the optional secret `releases-bucket`, of which a manifest names the secret only. */
const bucketSettings = [
  ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  ...['RELEASES_BUCKET', 'RELEASES_ENDPOINT', 'RELEASES_REGION'],
];

/** URLs of sandboxes, and settings that a cluster takes from the defaults, that secret, or adds to settings.yaml. */
const composeOnly: Record<Service, string[]> = {
  accounts: bucketSettings,
  edge: ['DUFFEL_BASE_PATH', ...bucketSettings],
  flights: ['DUFFEL_BASE_PATH', 'PROVIDER_BUDGET_PER_MINUTE'],
  payments: ['DUFFEL_BASE_PATH', 'STRIPE_BASE_URL', 'STRIPE_RAW_CARDS'],
};
const composeOnlyOfAll = ['LOG_LEVEL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'];

describe.each(services)('%s', (service) => {
  it('[ACCESS-03] gets no variable that it does not read: local run, Docker Compose, Kubernetes', async () => {
    const settings = await listSettings(service);
    const listUnread = (names: string[]) => names.filter((name) => !settings.has(name));
    expect(listUnread(Object.keys(local[service]))).toEqual([]);
    expect(listUnread(Object.keys(realProviders[service]))).toEqual([]);
    expect(listUnread(listComposeVariables(service))).toEqual([]);
    expect(listUnread(listClusterVariables(service))).toEqual([]);
  });

  it('gets every variable that it needs: local run, Docker Compose, Kubernetes', async () => {
    const required = await listRequiredSettings(service);
    expect(required).toContain('TRUSTED_PROXIES');
    const listMissing = (names: string[]) => required.filter((name) => !names.includes(name));
    expect(listMissing(Object.keys(local[service]))).toEqual([]);
    expect(listMissing(listComposeVariables(service))).toEqual([]);
    expect(listMissing([...clusterSettings, ...listClusterVariables(service)])).toEqual([]);
  });

  it('gets the same variables from Docker Compose and Kubernetes, except for the sandboxes', () => {
    const compose = listComposeVariables(service);
    const cluster = [...clusterSettings, ...listClusterVariables(service)];
    expect(compose.filter((name) => !cluster.includes(name)).toSorted()).toEqual(
      [...composeOnlyOfAll, ...composeOnly[service]].toSorted(),
    );
    expect(listClusterVariables(service).filter((name) => !compose.includes(name))).toEqual([]);
  });
});
