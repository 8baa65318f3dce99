import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Keyed hashes of the service: what is stored under them cannot be guessed from the database alone. */
export interface KeyedHasher {
  /** Hash of a request or a subject for one purpose. */
  hash(purpose: string, value: string): string;
  /** The token in a booking's confirmation mail. Made anew from the id, so that it is stored nowhere. (GUEST-05) */
  deriveClaimToken(bookingId: string): string;
}

/** All keys are derived from the services' shared credential. */
export function createKeyedHasher(credential: string): KeyedHasher {
  const key = Buffer.from(hkdfSync('sha256', credential, 'payments', 'keyed hashes', 32));
  const hash = (purpose: string, value: string) =>
    createHmac('sha256', key).update(`${purpose}\0${value}`).digest('base64url');
  return { hash, deriveClaimToken: (bookingId) => hash('claim', bookingId) };
}

/** What is stored of a claim token. */
export const hashClaimToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

export const createVisitorId = (): string => randomBytes(18).toString('base64url');
