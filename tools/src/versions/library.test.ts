import { expect, it } from 'vitest';
import { requiredBump } from './library.ts';

const before = { '.': ['Button', 'toast'], './client': ['call'] };

it.each([
  ['nothing changed', { './client': ['call'], '.': ['toast', 'Button'] }, undefined],
  ['a name was added', { ...before, './client': ['call', 'read'] }, 'minor'],
  ['an entry point was added', { ...before, './schemas': ['brand'] }, 'minor'],
  ['a name was removed', { ...before, '.': ['toast'] }, 'major'],
  ['a name was replaced', { ...before, '.': ['Button', 'notify'] }, 'major'],
])('when %s, the version bump is %s', (_case, after, bump) => {
  expect(requiredBump(before, after)).toBe(bump);
});
