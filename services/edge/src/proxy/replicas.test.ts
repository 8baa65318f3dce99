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
  replicas.markHealthy('a');
  replicas.markFailed('b');
  replicas.markHealthy('b');
  expect(new Set([replicas.next(), replicas.next()])).toEqual(new Set(['a', 'b']));
});

it('[LIMIT-06] gives a replica one request when its ejection ends, and no more until it has responded', () => {
  let now = 0;
  const replicas = createReplicas(['a', 'b'], () => now);
  replicas.markFailed('a');
  for (now of [2000, 5000])
    expect([1, 2, 3, 4].map(() => replicas.next()).toSorted()).toEqual(['a', 'b', 'b', 'b']);
  replicas.markHealthy('a');
  expect([1, 2, 3, 4].map(() => replicas.next()).toSorted()).toEqual(['a', 'a', 'b', 'b']);
});

it('[LIMIT-06] ejects a stalled replica longer each time until it responds, once for all searches that notice it', () => {
  let now = 0;
  const replicas = createReplicas(['a', 'b'], () => now);
  const isEjected = () => new Set([replicas.next(), replicas.next()]).size === 1;
  for (const durationMs of [2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    expect([replicas.markStalled('a', now), replicas.markStalled('a', now)]).toEqual([true, false]);
    now += durationMs - 1;
    expect(isEjected()).toBe(true);
    now += 1;
    expect(isEjected()).toBe(false);
  }
  replicas.markHealthy('a');
  expect(replicas.markStalled('a', now - 1)).toBe(false);
  expect(isEjected()).toBe(false);
  expect(replicas.markStalled('a', now + 1)).toBe(true);
  now += 2000;
  expect(isEjected()).toBe(false);
});

it('returns an ejected replica when all others are excluded, and undefined when all are', () => {
  const replicas = createReplicas(['a', 'b']);
  replicas.markFailed('a');
  expect(replicas.next(new Set(['b']))).toBe('a');
  expect(replicas.next(new Set(['a', 'b']))).toBeUndefined();
});
