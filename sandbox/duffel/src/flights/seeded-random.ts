/** Reproducible pseudo-random values: the same seed gives the same value on every run and machine. */

/** A 32-bit hash: FNV-1a with a final mix. */
export function hash(seed: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) h = Math.imul(h ^ seed.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number in [0, 1). */
export const seededFraction = (seed: string): number => hash(seed) / 2 ** 32;

/** An integer in [min, max]. */
export const seededInteger = (seed: string, min: number, max: number): number =>
  min + Math.floor(seededFraction(seed) * (max - min + 1));

/** One entry of a list; throws if the list is empty. */
export function seededChoice<T>(seed: string, list: readonly T[]): T {
  const entry = list[hash(seed) % list.length];
  if (entry === undefined) throw new Error('seededChoice() needs a non-empty list');
  return entry;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` base-62 characters. */
export function seededBase62(seed: string, length: number): string {
  let firstState = hash(seed) || 1;
  let secondState = hash(`${seed}#`) || 1;
  let result = '';
  for (let i = 0; i < length; i++) {
    firstState = Math.imul(firstState ^ (firstState >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    secondState = Math.imul(secondState ^ (secondState >>> 13), 0x297a2d39) + 0x7f4a7c15;
    result += ALPHABET[((firstState ^ secondState) >>> 8) % 62];
  }
  return result;
}

/** An id in Duffel's format: prefix, `_0000` and 18 characters. */
export const deriveId = (prefix: string, seed: string): string => `${prefix}_0000${seededBase62(seed, 18)}`;
