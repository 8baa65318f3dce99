import { expect, it } from 'vitest';
import { createReplicas } from './replicas.ts';

it('gives every replica its turn', () => {
  const replicas = createReplicas(['a', 'b', 'c']);
  expect([1, 2, 3, 4].map(() => replicas.next())).toEqual(['a', 'b', 'c', 'a']);
});

it('passes over one that failed, until it has rested or answered', () => {
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

it('comes back to a resting one when no other is left, and to none when all were tried', () => {
  const replicas = createReplicas(['a', 'b']);
  replicas.markFailed('a');
  expect(replicas.next(new Set(['b']))).toBe('a');
  expect(replicas.next(new Set(['a', 'b']))).toBeUndefined();
});
