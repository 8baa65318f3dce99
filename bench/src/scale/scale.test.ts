import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isWithinBound } from '../rows.ts';
import { createCacheModel, createPopularity, simulateSearches } from './popularity.ts';
import { computeScales } from './scale.ts';

const { text, rows } = computeScales();

it('prints what the page of scale has', () => {
  const page = readFileSync(new URL('../../../deploy/scale.md', import.meta.url), 'utf8');
  expect(page).toContain(text);
});

it.each(rows)('$what', (row) => expect(isWithinBound(row)).toBe(true));

it('refuses what is over the budget', () => {
  const traffic = { perSecond: 10, cacheSeconds: 300, callsPerMinute: 30 };
  const { hitRate, refused, maxCalls } = simulateSearches(createPopularity(), traffic);
  expect(maxCalls).toBe(30);
  // Half a call a second is made, all other misses are refused.
  expect(refused).toBeCloseTo(1 - hitRate - 0.5 / 10, 2);
});

it('lets one search a time to live miss', () => {
  const single = { routes: [1], variants: [1] };
  expect(createCacheModel(single, 300)(1)).toEqual({ hitRate: 1 - 1 / 301, stored: 300 / 301 });
  const { hitRate } = simulateSearches(single, {
    ...{ perSecond: 1, cacheSeconds: 300, callsPerMinute: Infinity },
  });
  expect(hitRate).toBeCloseTo(1 - 1 / 301, 3);
});

it('sends every search with some share', () => {
  const { routes, variants } = createPopularity();
  const sum = (shares: readonly number[]) => shares.reduce((total, each) => total + each, 0);
  expect(sum(routes)).toBeCloseTo(1);
  expect(sum(variants)).toBeCloseTo(1);
  expect(Math.min(...routes, ...variants)).toBeGreaterThan(0);
});
