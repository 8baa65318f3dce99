import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allocatorSettings } from '../local/allocator-settings.ts';
import { repoRoot } from '../local/paths.ts';

const lines = (file: string) => readFileSync(join(repoRoot, file), 'utf8').split('\n').filter(Boolean);

it('images contain nothing that git ignores: secrets, data and local builds', () => {
  const ignored = lines('.dockerignore');
  for (const line of lines('.gitignore')) expect(ignored).toContain(`**/${line.replace(/\/$/, '')}`);
});

it('images of services have the allocator settings of the local run, with which their memory was measured', () => {
  const settings = Object.entries(allocatorSettings).map((entry) => entry.join('='));
  expect(lines('deploy/service.Containerfile')).toContain(`ENV ${settings.join(' ')}`);
});
