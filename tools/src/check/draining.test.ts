import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drainTimeoutMs } from '@fareline/service-kit/drain';
import { expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

const read = (file: string) => readFileSync(join(repoRoot, file), 'utf8');
const seconds = (text: string, setting: RegExp) => Number(setting.exec(text)?.[1]);

it('gives every service in containers longer to stop than it waits for its calls in flight', () => {
  expect(seconds(read('docker-compose.yml'), /stop_grace_period: (\d+)s/)).toBeGreaterThan(
    drainTimeoutMs / 1000,
  );
});

it.each(['accounts', 'edge', 'flights', 'payments'])(
  'gives %s in a cluster longer to stop than its pause and its calls in flight take',
  (service) => {
    const manifest = read(`deploy/kubernetes/${service}.yaml`);
    const grace = seconds(manifest, /terminationGracePeriodSeconds: (\d+)/);
    const pause = seconds(manifest, /preStop: { sleep: { seconds: (\d+) } }/);
    expect(grace).toBeGreaterThan(pause + drainTimeoutMs / 1000);
  },
);

it('says in the README what services wait, and what they are given', () => {
  const grace = seconds(read('docker-compose.yml'), /stop_grace_period: (\d+)s/);
  const manifests = ['accounts', 'edge', 'flights', 'payments'].map((service) =>
    seconds(read(`deploy/kubernetes/${service}.yaml`), /terminationGracePeriodSeconds: (\d+)/),
  );
  expect(new Set([grace, ...manifests])).toEqual(new Set([grace]));
  expect(read('deploy/README.md')).toContain(
    `waits up to ${drainTimeoutMs / 1000} s for its calls in flight and is killed after ${grace} s`,
  );
});
