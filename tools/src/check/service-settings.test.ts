import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createServiceEnvironments } from '../local/environment.ts';
import { listVariables, listWorkloads } from '../kubernetes/manifests.ts';
import { overlays, readOverlay } from '../kubernetes/overlays.ts';
import { repoRoot } from '../local/paths.ts';
import { createSettings } from '../local/testing/settings.ts';

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

/** The variables of a service in the clusters of the overlays. */
const clusters = overlays.map((name) => {
  const { manifests, secrets } = readOverlay(name);
  const workloads = listWorkloads(manifests);
  return (service: Service) =>
    Object.keys(
      listVariables(
        workloads.find((workload) => workload.name === service)!,
        manifests,
        secrets,
      ),
    );
});

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

describe.each(services)('%s', (service) => {
  it('[ACCESS-03] gets no variable that it does not read: local run, Docker Compose, Kubernetes', async () => {
    const settings = await listSettings(service);
    const listUnread = (names: string[]) => names.filter((name) => !settings.has(name));
    expect(listUnread(Object.keys(local[service]))).toEqual([]);
    expect(listUnread(Object.keys(realProviders[service]))).toEqual([]);
    expect(listUnread(listComposeVariables(service))).toEqual([]);
    for (const listClusterVariables of clusters)
      expect(listUnread(listClusterVariables(service))).toEqual([]);
  });

  it('gets every variable that it needs: local run, Docker Compose, Kubernetes', async () => {
    const required = await listRequiredSettings(service);
    expect(required).toContain('TRUSTED_PROXIES');
    const listMissing = (names: string[]) => required.filter((name) => !names.includes(name));
    expect(listMissing(Object.keys(local[service]))).toEqual([]);
    expect(listMissing(listComposeVariables(service))).toEqual([]);
    for (const listClusterVariables of clusters)
      expect(listMissing(listClusterVariables(service))).toEqual([]);
  });
});
