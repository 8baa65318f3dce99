import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

const lines = (file: string) => readFileSync(join(repoRoot, file), 'utf8').split('\n').filter(Boolean);

it('no image holds what the repository does not: secrets, data and builds of this machine', () => {
  const keptOut = lines('.dockerignore');
  for (const line of lines('.gitignore')) expect(keptOut).toContain(`**/${line.replace(/\/$/, '')}`);
});
