import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';
import { interpolate, parseCompose, sortByDependency } from './compose.ts';
import { toRunArguments } from './podman-arguments.ts';

const compose = parseCompose(readFileSync(join(repoRoot, 'docker-compose.yml'), 'utf8'));

describe('interpolate', () => {
  it('throws the message of a variable that is missing or empty', () => {
    expect(() => interpolate('${SECRET:?run it}', {})).toThrow('SECRET: run it');
    expect(() => interpolate('${SECRET:?run it}', { SECRET: '' })).toThrow('SECRET: run it');
  });

  it.each([
    ['${A:-b}', {}, 'b'],
    ['${A:-b}', { A: '' }, 'b'],
    ['${A-b}', { A: '' }, ''],
    ['${A-b}', {}, 'b'],
    ['${A:-}', {}, ''],
    ['${A}', {}, ''],
    ['$$A and $${A}', { A: 'c' }, '$A and ${A}'],
    ['redis://:${A:?none}@host', { A: '$&' }, 'redis://:$&@host'],
  ])('replaces %s with %j by %j', (text, env, result) => expect(interpolate(text, env)).toBe(result));
});

it.each([
  ['networks: { default: { ipv4_address: 10.0.0.2 } }', /"expected": "array"[^]*"networks"/],
  ['privileged: true', /unrecognized_keys[^]*"privileged"/],
])('refuses a setting that the containers would not get: %s', (setting, message) =>
  expect(() => parseCompose(`services: { edge: { ${setting} } }`)).toThrow(message),
);

it('sorts each service after those that it depends on', () => {
  const sorted = sortByDependency(compose);
  expect([...sorted].sort()).toEqual(Object.keys(compose.services).sort());
  for (const [name, { depends_on }] of Object.entries(compose.services))
    for (const dependency of Object.keys(depends_on))
      expect(sorted.indexOf(dependency)).toBeLessThan(sorted.indexOf(name));
});

describe('toRunArguments', () => {
  const toArguments = (service: string, env: Record<string, string | undefined>) =>
    toRunArguments(compose.services[service]!, {
      ...{ service, name: `p-${service}-1`, image: 'image', project: 'p', env },
    }).join(' ');

  it('throws for a variable that is missing', () =>
    expect(() => toArguments('redis-jobs', {})).toThrow('JOBS_REDIS_PASSWORD: run deploy/make-env.sh'));

  it('gives a container the confinement, limits, networks, volumes and health check of its service', () => {
    const args = toArguments('redis-jobs', { JOBS_REDIS_PASSWORD: 'secret' });
    for (const option of [
      '--network p-default:alias=redis-jobs',
      '--env REDIS_PASSWORD=secret',
      '--volume p-redis-jobs:/data',
      '--tmpfs /tmp:size=64m,mode=1777',
      '--cap-drop ALL',
      '--security-opt no-new-privileges',
      '--read-only --read-only-tmpfs=false',
      '--user redis',
      '--memory 512m',
      '--stop-timeout 30',
      '--health-cmd ["CMD-SHELL","REDISCLI_AUTH=$REDIS_PASSWORD redis-cli ping | grep -q PONG"]',
    ])
      expect(args).toContain(`${option} `);
    expect(args).toMatch(/ image sh -c exec redis-server .*requirepass \$REDIS_PASSWORD\nEND\n$/s);
  });
});
