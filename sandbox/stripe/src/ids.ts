import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** An id as Stripe writes them: prefix, underscore, 24 characters. Ids of money objects begin with the digit of their generation. */
export function newId(prefix: 'pi' | 'ch' | 're' | 'pm' | 'evt'): string {
  return `${prefix}_${prefix === 'evt' || prefix === 'pm' ? '1' : '3'}${randomText(23)}`;
}

export function newRequestId(): string {
  return `req_${randomText(14)}`;
}

export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}

/** Stripe's card fingerprint: 16 characters, the same for the same card. Made of the test card's name, never of a number. */
export function cardFingerprint(testCard: string): string {
  return createHash('sha256').update(testCard).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 16);
}
