import { expect, it } from 'vitest';
import { computeGrowth, readMemoryMb, type Sample } from './memory.ts';

const minutes = 10;
/** Has garbage that is collected every twelve seconds. */
const createSamples = (mbPerHour: number): Sample[] =>
  Array.from({ length: minutes * 60 }, (_, second) => ({
    atMs: second * 1000,
    mb: 100 + (second % 12) + (mbPerHour * second) / 3600,
  }));

it('finds a slow leak below the garbage', () => {
  expect(computeGrowth(createSamples(30))).toBeCloseTo(30, 0);
});

it('finds no leak in garbage or in an outlier', () => {
  const samples = createSamples(0);
  for (const sample of samples.slice(400, 420)) sample.mb += 80;
  expect(computeGrowth(samples)).toBeCloseTo(0, 0);
});

it('reads the memory of a process', () => {
  expect(readMemoryMb(process.pid)).toBeGreaterThan(10);
});
