import { createHash, createHmac, hkdfSync } from 'node:crypto';

/** HMACs of the service: the hashed values cannot be guessed from the database alone. */
export interface KeyedHasher {
  /** HMAC of a value, base64url; different purposes give different hashes. */
  hash(purpose: string, value: string): string;
  /** The claim token in a booking's confirmation email, derived from the id so that it need not be stored. (GUEST-05) */
  deriveClaimToken(bookingId: string): string;
  /** The token of a booking's status page, derived likewise. (STATUS-01) */
  deriveStatusToken(bookingId: string): string;
  /** The hasher with the former key, after a change of the key. */
  previous?: KeyedHasher;
}

/** Derives the key of the HMACs from a secret. */
export function createKeyedHasher(secret: string, previousSecret?: string): KeyedHasher {
  const key = Buffer.from(hkdfSync('sha256', secret, 'payments', 'keyed hashes', 32));
  const hash = (purpose: string, value: string) =>
    createHmac('sha256', key).update(`${purpose}\0${value}`).digest('base64url');
  return {
    hash,
    deriveClaimToken: (bookingId) => hash('claim', bookingId),
    deriveStatusToken: (bookingId) => hash('status page', bookingId),
    ...(previousSecret === undefined ? {} : { previous: createKeyedHasher(previousSecret) }),
  };
}

/** The hash under which a claim or status token is stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The token whose hash is stored, of the key with which it was stored; undefined without that key. */
export const findToken = (
  hasher: KeyedHasher,
  derive: 'deriveClaimToken' | 'deriveStatusToken',
  bookingId: string,
  hash: string | null,
): string | undefined =>
  [hasher, hasher.previous]
    .map((one) => one?.[derive](bookingId))
    .find((token) => token !== undefined && hashToken(token) === hash);
