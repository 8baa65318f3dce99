import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseCompose } from '../../containers/compose.ts';
import { readOverlay } from '../../kubernetes/overlays.ts';
import { repoRoot } from '../../local/paths.ts';
import { listDrift } from './drift.ts';
import { changeOverlay, type Change } from './testing.ts';

const text = readFileSync(join(repoRoot, 'docker-compose.yml'), 'utf8');
const compose = parseCompose(text);
const container = 'spec template spec containers 0';

it.each<Change>([
  ['Deployment payments', `${container} image`, 'fareline/edge:0.1.0', 'payments: it has another image.'],
  ['Deployment payments', `${container} command`, ['sh'], 'payments: it has another command.'],
  ['Deployment prerender', `${container} command 1`, 'x.ts', 'prerender: it has another command.'],
  [
    'Deployment payments',
    `${container} resources limits memory`,
    '1Gi',
    'payments: it has another limit of memory.',
  ],
  [
    'Deployment payments',
    'spec template spec terminationGracePeriodSeconds',
    200,
    'payments: it has another time to stop.',
  ],
  ['Deployment payments', `${container} env 0 name`, 'NEW', 'payments: it lacks ACCOUNTS_URL.'],
  ['Deployment payments', `${container} env 0 name`, 'NEW', 'payments: only the cluster gives it NEW.'],
  [
    'Deployment payments',
    `${container} env 0 value`,
    'http://edge:8080',
    'payments: it has another ACCOUNTS_URL.',
  ],
  ['Deployment payments', 'metadata name', 'new', 'payments: it does not run in the cluster.'],
  ['Deployment payments', 'metadata name', 'new', 'new is not in docker-compose.yml.'],
])('refuses a cluster in which of %s %s is %j', (of, path, value, problem) => {
  const { manifests, secrets } = changeOverlay(of, path, value);
  expect(listDrift(manifests, secrets, compose, false)).toContain(problem);
});

it.each([
  [/redis:8\.8\.0/, 'redis:8.8.1', 'redis-jobs: it has another image.'],
  ['--maxmemory-policy noeviction', '--maxmemory-policy allkeys-lru', 'redis-jobs: it has another command.'],
  ['stop_grace_period: 60s', 'stop_grace_period: 90s', 'postgres: it has another time to stop.'],
  [
    'STRIPE_WEBHOOK_URL: http://payments',
    'STRIPE_WEBHOOK_URL: http://edge',
    'stripe: it has another STRIPE_WEBHOOK_URL.',
  ],
  [/ {2}mail:/, '  other: { image: x }\n  mail:', 'other: it does not run in the cluster.'],
])(
  'refuses the sandboxes of a cluster when %s of Docker Compose becomes %j',
  (found, replacement, problem) => {
    const changed = text.replace(found, replacement);
    expect(changed).not.toBe(text);
    const { manifests, secrets } = readOverlay('sandbox');
    expect(listDrift(manifests, secrets, parseCompose(changed), true)).toContain(problem);
  },
);

it('production runs none of the sandboxes, and none of their settings', () => {
  const { manifests, secrets } = readOverlay('sandbox');
  expect(listDrift(manifests, secrets, compose, false)).toEqual(
    expect.arrayContaining([
      'duffel is not in docker-compose.yml.',
      'flights: only the cluster gives it DUFFEL_BASE_PATH.',
    ]),
  );
});
