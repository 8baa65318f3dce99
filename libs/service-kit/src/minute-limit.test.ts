import { expect, it } from 'vitest';
import { createMinuteLimit } from './minute-limit.ts';

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
