import { expect, it } from 'vitest';
import { createMinuteLimit, memoryWindow } from './memory-window.ts';

it('allows each key once in a minute', () => {
  let now = 0;
  const isAllowed = createMinuteLimit(() => now);
  expect([isAllowed('a'), isAllowed('a'), isAllowed('b')]).toEqual([true, false, true]);
  now = 59_999;
  expect(isAllowed('a')).toBe(false);
  now = 60_000;
  expect([isAllowed('a'), isAllowed('a'), isAllowed('b')]).toEqual([true, false, true]);
});

it('allows at most 20 keys in a minute, however many there are', () => {
  let now = 0;
  const isAllowed = createMinuteLimit(() => now);
  const countAllowed = () =>
    Array.from({ length: 50 }, (_, key) => isAllowed(`host-${key}`)).filter(Boolean).length;
  expect([countAllowed(), countAllowed()]).toEqual([20, 0]);
  now = 60_000;
  expect(countAllowed()).toBe(20);
});

it('[LIMIT-01] counts attempts for all of their limits or for none, and says how long the longest of them refuses', () => {
  let now = 0;
  const window = memoryWindow(60_000, () => now);
  const all = { key: 'all', max: 3 };
  const one = { key: 'one', max: 2 };
  expect([window.count([all, one]), window.count([all], 2)]).toEqual([undefined, undefined]);
  now = 10_000;
  expect(window.count([all, one])).toEqual({ limit: all, waitMs: 50_000 });
  expect(window.count([one])).toBeUndefined();
  expect(window.count([all, one], 2)).toEqual({ limit: one, waitMs: 60_000 });
  now = 60_000;
  expect(window.count([all, one])).toBeUndefined();
  expect(window.count([one])).toEqual({ limit: one, waitMs: 10_000 });
});
