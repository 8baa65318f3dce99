import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drainTimeoutMs } from '@fareline/service-kit/drain';
import { expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

const read = (file: string) => readFileSync(join(repoRoot, file), 'utf8');
const seconds = (text: string, setting: RegExp) => Number(setting.exec(text)?.[1]);

it.each(['accounts', 'edge', 'flights', 'payments'])(
  'Kubernetes gives %s more time to stop than its preStop pause and the wait for calls in flight take',
  (service) => {
    const manifest = read(`deploy/kubernetes/${service}.yaml`);
    const grace = seconds(manifest, /terminationGracePeriodSeconds: (\d+)/);
    const pause = seconds(manifest, /preStop: { sleep: { seconds: (\d+) } }/);
    expect(grace).toBeGreaterThan(pause + drainTimeoutMs / 1000);
  },
);

it('the page on Kubernetes states both times', () => {
  const grace = seconds(read('docker-compose.yml'), /stop_grace_period: (\d+)s/);
  const manifests = ['accounts', 'edge', 'flights', 'payments'].map((service) =>
    seconds(read(`deploy/kubernetes/${service}.yaml`), /terminationGracePeriodSeconds: (\d+)/),
  );
  expect(new Set([grace, ...manifests])).toEqual(new Set([grace]));
  expect(read('deploy/kubernetes.md').replace(/\s+/g, ' ')).toContain(
    `waits up to ${drainTimeoutMs / 1000} s for its calls in flight and is killed after ${grace} s`,
  );
});
