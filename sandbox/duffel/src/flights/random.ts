/** All chance in the sandbox comes from here: the same words give the same numbers on every run and machine. */

/** FNV-1a with a final mix: 32 bits of a text. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number in [0, 1) that belongs to the text. */
export const chance = (text: string): number => hash(text) / 2 ** 32;

/** A whole number in [min, max] that belongs to the text. */
export const pick = (text: string, min: number, max: number): number =>
  min + Math.floor(chance(text) * (max - min + 1));

/** One entry of a non-empty list that belongs to the text. */
export function choose<T>(text: string, list: readonly T[]): T {
  const entry = list[hash(text) % list.length];
  if (entry === undefined) throw new Error('choose() needs a non-empty list');
  return entry;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` characters of base 62 that belong to the text. */
export function base62(text: string, length: number): string {
  let state = hash(text) || 1;
  let other = hash(`${text}#`) || 1;
  let out = '';
  for (let i = 0; i < length; i++) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    other = Math.imul(other ^ (other >>> 13), 0x297a2d39) + 0x7f4a7c15;
    out += ALPHABET[((state ^ other) >>> 8) % 62];
  }
  return out;
}

/** A Duffel id (`off_0000` and 18 characters) that belongs to the text. */
export const derivedId = (prefix: string, text: string): string => `${prefix}_0000${base62(text, 18)}`;
