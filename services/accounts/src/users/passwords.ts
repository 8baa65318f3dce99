import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';

/** How many of the list, most used first, are refused. (D20) */
const commonPasswordCount = 10_000;
const commonPasswords = new Set(dictionary['passwords-common'].slice(0, commonPasswordCount).map(String));

/** Whether a password is among the most used ones, also with capitals or digits and signs put after it. (SECURITY-07) */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return commonPasswords.has(lower) || commonPasswords.has(lower.replace(/[^a-z]+$/, ''));
}

/** Hashing takes a core and 19 MiB for a while: more than these at once would starve everything else. */
const maxConcurrentHashes = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrentHashes) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Argon2id with the library's defaults (OWASP's first recommendation: 19 MiB, 2 passes). */
export const hashPassword = (password: string): Promise<string> => limitConcurrency(() => hash(password));

export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  limitConcurrency(() => verify(passwordHash, password));

const alphabets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!#%+=?@'];

/** Sixteen characters of all four classes, without those that are easily mistaken for each other. */
export function generatePassword(): string {
  const pick = (alphabet: string) => alphabet[randomInt(alphabet.length)] as string;
  const characters = [...alphabets.map(pick), ...Array.from({ length: 12 }, () => pick(alphabets.join('')))];
  for (let i = characters.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1);
    [characters[i], characters[j]] = [characters[j] as string, characters[i] as string];
  }
  return characters.join('');
}
