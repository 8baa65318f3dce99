import { expect, it } from 'vitest';
import { addBusinessDays } from './booking-refund.ts';

it.each([
  // A Friday, and a Saturday.
  ['2026-11-20T23:59:00Z', 1, '2026-11-23'],
  ['2026-11-21T10:00:00Z', 1, '2026-11-23'],
  ['2026-11-23T00:00:00Z', 14, '2026-12-11'],
  ['2026-12-31T12:00:00Z', 5, '2027-01-07'],
])('[REFUND-04] counts business days: %s and %i are %s', (from, count, day) => {
  expect(addBusinessDays(new Date(from), count)).toBe(day);
});
