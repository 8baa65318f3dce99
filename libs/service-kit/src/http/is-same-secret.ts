import { timingSafeEqual } from 'node:crypto';

/** Compares secrets in a time that does not tell how much of them is right. */
export function isSameSecret(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
