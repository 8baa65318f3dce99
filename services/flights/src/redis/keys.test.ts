import { expect, it } from 'vitest';
import { createKeys } from './keys.ts';

const keys = createKeys('flights');
/** What Redis Cluster hashes: the part in the first braces, else the whole key. */
const toHashed = (key: string): string => /\{(.+?)\}/.exec(key)?.[1] ?? key;

it.each([
  ['a search and its pages', [keys.searchVersion('a'), keys.pages('a')]],
  ['a lock and the failure of its leader', [keys.lock('a'), keys.failure('a')]],
  ['prices and routes', [keys.calendar('a'), keys.calendar('b'), keys.searchedRoutes('test', '2026-12-01')]],
  ['the logs of the budget', [keys.budget(), keys.budget('search'), keys.budget('search', 'client')]],
  ['the streams of clients', [keys.streams('a'), keys.streams('b')]],
])('keys of one script are on one node of a cluster: %s', (_case, together) => {
  expect(new Set(together.map(toHashed)).size).toBe(1);
});

it('searches are on different nodes', () => {
  expect(toHashed(keys.pages('a'))).not.toBe(toHashed(keys.pages('b')));
});
