import { providedNames } from '@fareline/tools/webpack';
import { expect, it } from 'vitest';
import * as query from './provided-query.ts';
import * as router from './provided-router.ts';

it.each([
  ['react-router', router],
  ['@tanstack/react-query', query],
])('provides of %s exactly the names that remotes are built against', (module, provided) => {
  expect(Object.keys(provided).sort()).toEqual([...providedNames[module]!].sort());
  expect(Object.values(provided).every((value) => value !== undefined)).toBe(true);
});
