import { timingSafeEqual } from 'node:crypto';

/** Compares two secrets of the same length in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
