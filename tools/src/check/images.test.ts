import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

const lines = (file: string) => readFileSync(join(repoRoot, file), 'utf8').split('\n').filter(Boolean);

it('images contain nothing that git ignores: secrets, data and local builds', () => {
  const ignored = lines('.dockerignore');
  for (const line of lines('.gitignore')) expect(ignored).toContain(`**/${line.replace(/\/$/, '')}`);
});
