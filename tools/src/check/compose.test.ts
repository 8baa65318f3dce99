import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { repoRoot } from '../local/paths.ts';

const { services } = parse(readFileSync(join(repoRoot, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, { ports?: string[]; environment?: Record<string, string> }>;
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
