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

/** The settings that the configuration of a service reads: the variables that it requests of its environment. */
async function listSettings(service: Service): Promise<Set<string>> {
  const { readConfig } = (await import(join(repoRoot, `services/${service}/src/config.ts`))) as {
    readConfig: (env: Env) => unknown;
  };
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
  }),
);

describe.each(services)('%s', (service) => {
  it('[ACCESS-03] gets no variable that it does not read: local run, Docker Compose, Kubernetes', async () => {
    const settings = await listSettings(service);
    const listUnread = (names: string[]) => names.filter((name) => !settings.has(name));
    expect(listUnread(Object.keys(local[service]))).toEqual([]);
    expect(listUnread(Object.keys(realProviders[service]))).toEqual([]);
    expect(listUnread(listComposeVariables(service))).toEqual([]);
    expect(listUnread(listClusterVariables(service))).toEqual([]);
  });
});
