import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

const folder = join(repoRoot, 'deploy/kubernetes');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const files = readdirSync(folder);
const manifests = files.filter((file) => file !== 'kustomization.yaml');
const page = readFileSync(join(repoRoot, 'deploy/kubernetes.md'), 'utf8');

it('kustomization.yaml applies every manifest', () => {
  const applied = [...read('kustomization.yaml').matchAll(/^ {2}- (\S+)$/gm)].map(([, file]) => file);
  expect(applied.sort()).toEqual(manifests);
});

it('a job for each front end releases it alone, to the volume or bucket that the edge reads and administrators change', () => {
  const jobs = read('front-ends.yaml').split('---\n');
  expect(jobs.map((job) => /image: fareline\/front-end-(\w+):/.exec(job)?.[1])).toEqual([
    'shell',
    'search',
    'booking',
    'account',
  ]);
  for (const job of jobs) {
    expect(job).toMatch(/^kind: Job$/m);
    expect(job).toMatch(/^ {2}name: (front-end-\w+)\n[^]*image: fareline\/\1:/m);
    expect(job).not.toMatch(/\b(command|args):/);
    expect(job).toContain('{ name: releases, mountPath: /releases }');
    expect(job).toContain('key: RELEASE_KEY }');
  }
  const claims = [...jobs, read('edge.yaml'), read('accounts.yaml'), read('prerender.yaml')];
  for (const text of claims) expect(text).toMatch(/secretRef: \{ name: releases-bucket, optional: true \}/);
  expect(new Set(claims.map((text) => /claimName: (\S+)/.exec(text)?.[1]))).toEqual(new Set(['releases']));
});

it('its page documents how to build each image and how to create the administrator', () => {
  const images = manifests.flatMap((file) =>
    [...read(file).matchAll(/image: (fareline\/[\w-]+)/g)].map(([, image]) => image),
  );
  expect(images).not.toEqual([]);
  const services = /for service in ([\w ]+);/.exec(page)?.[1]?.split(' ') ?? [];
  const built = [...page.matchAll(/-t (fareline\/[\w-]+) /g)].map(([, image]) => image);
  const frontEnds = /for front_end in ([\w ]+);/.exec(page)?.[1]?.split(' ') ?? [];
  const names = [...services, ...frontEnds.map((name) => `front-end-${name}`)];
  expect([...built, ...names.map((name) => `fareline/${name}`)]).toEqual(expect.arrayContaining(images));
  expect(page).toMatch(/kubectl .*exec deploy\/accounts -- \\\n +node .*admin-create\.ts/);
});
