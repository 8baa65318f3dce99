import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { AccountsConfig } from '../config.ts';
import { queueHash, type HashClient } from './hash-queue.ts';

export { toHashClient } from './hash-queue.ts';

/** How many passwords of the list, ordered by frequency, are rejected. (SECURITY-07) */
const commonPasswordCount = 10_000;
/** Words of this product and its trade, which are guessed here first. */
const ownWords = ['fareline', 'flight', 'flights', 'airline', 'booking', 'traveller', 'traveler', 'support'];
const commonPasswords = new Set([
  ...dictionary['passwords-common'].slice(0, commonPasswordCount).map(String),
  ...ownWords,
]);

/** Whether a password is one of the most common or a word of this product, ignoring case and trailing digits or symbols. (SECURITY-07) */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return commonPasswords.has(lower) || commonPasswords.has(lower.replace(/[^a-z]+$/, ''));
}

/** OWASP's first recommendation for Argon2id: 19 MiB, 2 iterations. */
const strongCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Tests hash thousands of passwords, each of which would use a processor for 10 ms. */
const costOfTests = { memoryCost: 64, timeCost: 1, parallelism: 1 };

let passwordCost = strongCost;

/** Sets what a hash costs: less in tests, and nowhere else. */
export function setPasswordCost(environment: AccountsConfig['NODE_ENV']): void {
  passwordCost = environment === 'test' ? costOfTests : strongCost;
}

/** Hashes with Argon2id, which is the library's default. */
export const hashPassword = (password: string, client?: HashClient): Promise<string> =>
  queueHash(() => hash(password, passwordCost), client);

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
