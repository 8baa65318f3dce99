import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

const read = (file: string) => readFileSync(join(repoRoot, file), 'utf8');

it('Docker Compose sets the token that /metrics requires', () => {
  expect(read('deploy/make-env.sh')).toMatch(/^add METRICS_TOKEN /m);
  expect(read('docker-compose.yml')).toMatch(/^ {4}METRICS_TOKEN: \$\{METRICS_TOKEN:\?/m);
});

it.each(['accounts', 'edge', 'flights', 'payments'])(
  'Kubernetes sets the token that /metrics requires for %s',
  (service) => {
    expect(read(`deploy/kubernetes/${service}.yaml`)).toContain('name: METRICS_TOKEN');
  },
);
