import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drainTimeoutMs } from '@fareline/service-kit/drain';
import { expect, it } from 'vitest';
import { listWorkloads } from './testing/manifests.ts';
import { overlays, readOverlay } from './testing/overlays.ts';
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

it.each(['deploy/README.md', 'deploy/operate.md', 'docker-compose.yml'])(
  'who builds by Docker Compose as in %s sets the commit that logs show',
  (file) => {
    const paragraphs = readFileSync(join(repoRoot, file), 'utf8').split(/\n(?:\n|- )/);
    const builds = paragraphs.filter((text) => /docker compose up [^`]*--build/.test(text));
    expect(builds.length).toBeGreaterThan(0);
    for (const build of builds) expect(build).toContain('COMMIT=');
  },
);

it('who changes a setting or rolls a service back runs no job again', () => {
  const applies = (file: string) =>
    [...readFileSync(join(repoRoot, file), 'utf8').matchAll(/kubectl apply -k [^`]+/g)].map(([text]) => text);
  const operate = applies('deploy/operate.md');
  expect(operate).toHaveLength(2);
  for (const overlay of overlays)
    operate.push(...applies(`deploy/kubernetes/overlays/${overlay}/settings/kustomization.yaml`));
  for (const command of operate) expect(command).toMatch(/^kubectl apply -k \.\.? -l '!once'$/);
});

it('the page says how long a service waits for its calls, and when it is killed', () => {
  const grace = workloads.find(({ name }) => name === 'payments')?.template.spec
    ?.terminationGracePeriodSeconds;
  expect(page.replace(/\s+/g, ' ')).toContain(
    `waits up to ${drainTimeoutMs / 1000} s for its calls in flight and is killed after ${grace} s`,
  );
});
