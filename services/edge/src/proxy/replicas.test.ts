import { expect, it } from 'vitest';
import { createReplicas } from './replicas.ts';

it('returns the replicas round robin', () => {
  const replicas = createReplicas(['a', 'b', 'c']);
  expect([1, 2, 3, 4].map(() => replicas.next())).toEqual(['a', 'b', 'c', 'a']);
});

it('skips a failed replica until its ejection ends or it is marked healthy', () => {
  let now = 0;
  const replicas = createReplicas(['a', 'b'], () => now);
  replicas.markFailed('a');
  expect([replicas.next(), replicas.next()]).toEqual(['b', 'b']);
  now = 2000;
  expect(new Set([replicas.next(), replicas.next()])).toEqual(new Set(['a', 'b']));
  replicas.markFailed('b');
  replicas.markHealthy('b');
  expect(new Set([replicas.next(), replicas.next()])).toEqual(new Set(['a', 'b']));
});

it('returns an ejected replica when all others are excluded, and undefined when all are', () => {
  const replicas = createReplicas(['a', 'b']);
  replicas.markFailed('a');
  expect(replicas.next(new Set(['b']))).toBe('a');
  expect(replicas.next(new Set(['a', 'b']))).toBeUndefined();
});
