import { defaultBrand } from '@fareline/contracts/schemas';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from './prerender.tsx';

// Prerendering runs in Node, without `window`.
beforeEach(() => void vi.stubGlobal('window', undefined));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const renderOn = (day: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(day) });
  return renderScreen({ brand: defaultBrand, path: '/' });
};

it('renders the home page without a date, the same on every release day', () => {
  const markup = renderOn('2026-11-22T12:00:00Z');
  expect(renderOn('2027-07-01T12:00:00Z')).toBe(markup);
  expect(markup).toContain('Choose a date');
  expect(markup).not.toMatch(/, 20\d\d/);
});

it('[CARE-06] renders the support page with its text', () => {
  const markup = renderScreen({ brand: { ...defaultBrand, name: 'Sky Deals' }, path: '/expedia' });
  expect(markup).toContain('Search flights yourself');
  expect(markup).toContain(defaultBrand.content.partner.phone);
});

it('returns undefined for a path that is not prerendered', () => {
  expect(renderScreen({ brand: defaultBrand, path: '/search' })).toBeUndefined();
});
