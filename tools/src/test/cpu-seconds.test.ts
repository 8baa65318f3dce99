import { expect, it } from 'vitest';
import { parseCpuSeconds, readCpuSeconds } from './cpu-seconds.ts';

it('adds the processor time of a process and of its children that have ended', () => {
  const stat = '42 (a) (b c) S 1 42 42 0 -1 4194560 9000 8 0 0 150 25 1000 300 20 0 7 0 123 456 789';
  expect(parseCpuSeconds(stat)).toBe(14.75);
});

it('counts what this process has used', () => {
  const before = readCpuSeconds();
  const end = performance.now() + 100;
  while (performance.now() < end) Math.random();
  expect(readCpuSeconds()).toBeGreaterThan(before);
});
