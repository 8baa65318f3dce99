import { createHash, createHmac, hkdfSync } from 'node:crypto';

/** Whose tokens are derived, and how often those before were revoked. */
export interface TokenOwner {
  id: string;
  access_version: number;
}

/** HMACs of the service: the hashed values cannot be guessed from the database alone. */
export interface KeyedHasher {
  /** HMAC of a value, base64url; different purposes give different hashes. */
  hash(purpose: string, value: string): string;
  /** The claim token in a booking's confirmation email, derived from the booking so that it need not be stored. (GUEST-05) */
  deriveClaimToken(booking: TokenOwner): string;
  /** The token of a booking's status page, derived likewise. (STATUS-01) */
  deriveStatusToken(booking: TokenOwner): string;
  /** The token that the former address of a booking confirms its correction with, derived likewise. (GUARD-11) */
  deriveContactToken(booking: TokenOwner): string;
  /** The hasher with the former key, after a change of the key. */
  previous?: KeyedHasher;
}

const describeOwner = ({ id, access_version }: TokenOwner): string => `${id} ${access_version}`;

/** Derives the key of the HMACs from a secret. */
export function createKeyedHasher(secret: string, previousSecret?: string): KeyedHasher {
  const key = Buffer.from(hkdfSync('sha256', secret, 'payments', 'keyed hashes', 32));
  const hash = (purpose: string, value: string) =>
    createHmac('sha256', key).update(`${purpose}\0${value}`).digest('base64url');
  return {
    hash,
    deriveClaimToken: (booking) => hash('claim', describeOwner(booking)),
    deriveStatusToken: (booking) => hash('status page', describeOwner(booking)),
    deriveContactToken: (booking) => hash('contact', describeOwner(booking)),
    ...(previousSecret === undefined ? {} : { previous: createKeyedHasher(previousSecret) }),
  };
}

/** The hash under which a derived token is stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The token whose hash is stored, of the key with which it was stored; undefined without that key. */
export const findToken = (
  hasher: KeyedHasher,
  derive: 'deriveClaimToken' | 'deriveContactToken' | 'deriveStatusToken',
  booking: TokenOwner,
  hash: string | null,
): string | undefined =>
  [hasher, hasher.previous]
    .map((one) => one?.[derive](booking))
    .find((token) => token !== undefined && hashToken(token) === hash);
