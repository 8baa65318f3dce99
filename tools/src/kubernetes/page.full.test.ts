import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drainTimeoutMs } from '@fareline/service-kit/drain';
import { expect, it } from 'vitest';
import { listWorkloads } from './testing/manifests.ts';
import { readOverlay } from './testing/overlays.ts';
import { repoRoot } from '../local/paths.ts';

const page = readFileSync(join(repoRoot, 'deploy/kubernetes.md'), 'utf8');
const workloads = listWorkloads(readOverlay('sandbox').manifests);

it('the page says how to build each image and how to create the administrator', () => {
  const list = (pattern: RegExp) => pattern.exec(page)?.[1]?.split(' ') ?? [];
  const documented = [
    ...list(/for service in ([\w ]+);/),
    ...list(/for front_end in ([\w ]+);/).map((name) => `front-end-${name}`),
    ...list(/for sandbox in ([\w ]+);/),
  ];
  const used = workloads.flatMap(
    ({ container }) => /^fareline\/([^:]+)/.exec(container.image ?? '')?.[1] ?? [],
  );
  expect(documented.toSorted()).toEqual([...new Set(used)].toSorted());
  const builds = page
    .split('docker build')
    .slice(1)
    .filter((text) => !text.includes('sandbox.Containerfile'));
  for (const build of builds)
    expect(build).toMatch(/^[^.]*\.Containerfile[^.]* --build-arg COMMIT=\$COMMIT /);
  expect(page).toMatch(/kubectl .*exec deploy\/accounts -- \\\n +node .*admin-create\.ts/);
});

it('the page says how long a service waits for its calls, and when it is killed', () => {
  const grace = workloads.find(({ name }) => name === 'payments')?.template.spec
    ?.terminationGracePeriodSeconds;
  expect(page.replace(/\s+/g, ' ')).toContain(
    `waits up to ${drainTimeoutMs / 1000} s for its calls in flight and is killed after ${grace} s`,
  );
});
