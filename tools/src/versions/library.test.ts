import { expect, it } from 'vitest';
import { riseFor } from './library.ts';

const before = { '.': ['Button', 'toast'], './client': ['call'] };

it.each([
  ['nothing changed', { './client': ['call'], '.': ['toast', 'Button'] }, undefined],
  ['a name came', { ...before, './client': ['call', 'read'] }, 'minor'],
  ['an entry point came', { ...before, './schemas': ['brand'] }, 'minor'],
  ['a name went', { ...before, '.': ['toast'] }, 'major'],
  ['a name took the place of another', { ...before, '.': ['Button', 'notify'] }, 'major'],
])('a library of which %s rises by %s', (_what, after, rise) => {
  expect(riseFor(before, after)).toBe(rise);
});
