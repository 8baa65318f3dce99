import { defaultBrand } from '@fareline/contracts/schemas';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from './prerender.tsx';

// Drawing ahead happens in Node.
beforeEach(() => void vi.stubGlobal('window', undefined));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const drawnOn = (day: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(day) });
  return renderScreen({ brand: defaultBrand, path: '/' });
};

it('draws the same home page whatever the day of the release, with no date in it', () => {
  const markup = drawnOn('2026-11-22T12:00:00Z');
  expect(drawnOn('2027-07-01T12:00:00Z')).toBe(markup);
  expect(markup).toContain('Choose a date');
  expect(markup).not.toMatch(/, 20\d\d/);
});

it('draws no screen for a path that depends on the visitor', () => {
  expect(renderScreen({ brand: defaultBrand, path: '/search' })).toBeUndefined();
});
