import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { queueHash, type HashClient } from './hash-queue.ts';

export { toHashClient } from './hash-queue.ts';

/** How many passwords of the list, ordered by frequency, are rejected. (D20) */
const commonPasswordCount = 10_000;
const commonPasswords = new Set(dictionary['passwords-common'].slice(0, commonPasswordCount).map(String));

/** Whether a password is one of the most common, ignoring case and trailing digits or symbols. (SECURITY-07) */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return commonPasswords.has(lower) || commonPasswords.has(lower.replace(/[^a-z]+$/, ''));
}

/** Hashes with Argon2id and the library's defaults (OWASP's first recommendation: 19 MiB, 2 iterations). */
export const hashPassword = (password: string, client?: HashClient): Promise<string> =>
  queueHash(() => hash(password), client);

export const verifyPassword = (
  passwordHash: string,
  password: string,
  client?: HashClient,
): Promise<boolean> => queueHash(() => verify(passwordHash, password), client);

const alphabets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!#%+=?@'];

/** Generates 16 characters of all four character classes, without easily confused ones. */
export function generatePassword(): string {
  const pick = (alphabet: string) => alphabet[randomInt(alphabet.length)] as string;
  const characters = [...alphabets.map(pick), ...Array.from({ length: 12 }, () => pick(alphabets.join('')))];
  for (let i = characters.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1);
    [characters[i], characters[j]] = [characters[j] as string, characters[i] as string];
  }
  return characters.join('');
}
