import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repoRoot } from '../../local/paths.ts';
import { readRequirements } from '../../requirements/list.ts';
import { removeGuard } from '../guard.ts';
import { guardsByPart } from './index.ts';

const guards = Object.values(guardsByPart).flat();
const read = (file: string) => readFileSync(join(repoRoot, file), 'utf8');
const known = new Set(readRequirements(read('docs/requirements.md')).flatMap(({ ids }) => ids));

it('guards have unique ids', () => {
  const ids = guards.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

describe.each(guards.map((guard) => [guard.id, guard] as const))('guard %s', (_, guard) => {
  it('occurs once in its file, and the file is valid without it', () =>
    expect(() => removeGuard(read(guard.file), guard)).not.toThrow());

  it('names requirements that exist', () => {
    expect(guard.requirements).not.toEqual([]);
    expect(guard.requirements.filter((id) => !known.has(id))).toEqual([]);
  });

  it('names tests that exist', () => {
    expect(guard.tests).not.toEqual([]);
    expect(guard.tests.filter((file) => !existsSync(join(repoRoot, file)))).toEqual([]);
    expect(guard.tests.some((file) => read(file).includes(guard.title ?? ''))).toBe(true);
  });
});
