import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createServiceEnvironments } from '../local/environment.ts';
import { repoRoot } from '../local/paths.ts';
import { createSettings } from '../local/testing/settings.ts';
import { listRequiredSettings, listSettings, services, type Env, type Service } from './testing/settings.ts';

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
  it('[ACCESS-03] gets no variable that it does not read: local run, Docker Compose', async () => {
    const settings = await listSettings(service);
    const listUnread = (names: string[]) => names.filter((name) => !settings.has(name));
    expect(listUnread(Object.keys(local[service]))).toEqual([]);
    expect(listUnread(Object.keys(realProviders[service]))).toEqual([]);
    expect(listUnread(listComposeVariables(service))).toEqual([]);
  });

  it('gets every variable that it needs: local run, Docker Compose', async () => {
    const required = await listRequiredSettings(service);
    expect(required).toContain('TRUSTED_PROXIES');
    const listMissing = (names: string[]) => required.filter((name) => !names.includes(name));
    expect(listMissing(Object.keys(local[service]))).toEqual([]);
    expect(listMissing(listComposeVariables(service))).toEqual([]);
  });
});
