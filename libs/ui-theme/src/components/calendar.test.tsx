import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import Calendar from './calendar.tsx';

/** Stubs `matchMedia` for a window of this width; supports only `min-width` in px. */
function stubWidth(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => {
    const [, from = 0] = /^\(min-width: (\d+)px\)$/.exec(query) ?? [];
    return { matches: width >= Number(from), addEventListener: vi.fn(), removeEventListener: vi.fn() };
  });
}
afterEach(() => void vi.unstubAllGlobals());

it.each([
  [767, 1],
  [768, 2],
])('[THEME-05] at %i px shows %i month(s) side by side', (width, months) => {
  stubWidth(width);
  render(<Calendar value="2026-12-05" onValueChange={() => undefined} />);
  expect(screen.getAllByRole('grid')).toHaveLength(months);
});
