import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { repoRoot } from '../local/paths.ts';

const { services } = parse(readFileSync(join(repoRoot, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
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

it('an image of a front end releases what it has built, and no other', () => {
  const image = readFileSync(join(repoRoot, 'deploy/front-end.Containerfile'), 'utf8');
  expect(image).toContain('node tools/src/release/build.ts ${FRONT_END} /built');
  expect(image).toMatch(/^CMD .*exec node tools\/src\/release\/release\.ts \$FRONT_END --built \/built"\]$/m);
});
