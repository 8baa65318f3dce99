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
