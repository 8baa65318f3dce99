import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';
import { removeRule } from './guard.ts';
import { guards } from './guards.ts';

const read = (file: string) => readFileSync(join(repoRoot, file), 'utf8');

describe.each(guards)('guard: $when', (guard) => {
  it('changes one place of its file, which is valid then', () =>
    expect(() => removeRule(read(guard.file), guard)).not.toThrow());

  it('names a test that exists', () => expect(read(guard.test)).toContain(guard.title));
});
