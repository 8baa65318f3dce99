import { createHash } from 'node:crypto';

import { randomBase62 } from '@fareline/sandbox-kit';

/** Creates an id in Stripe's format: prefix, underscore and 24 characters, the first of which is a digit. */
export function newId(prefix: 'pi' | 'ch' | 're' | 'du' | 'issfr' | 'pm' | 'pmd' | 'evt' | 'ctoken'): string {
  return `${prefix}_${['evt', 'pm', 'pmd', 'ctoken'].includes(prefix) ? '1' : '3'}${randomBase62(23)}`;
}

export function newRequestId(): string {
  return `req_${randomBase62(14)}`;
}

export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomBase62(25)}`;
}

/** A card fingerprint of 16 characters, the same for the same card. It is derived from the test card's name, not its number. */
export function createCardFingerprint(testCard: string): string {
  return createHash('sha256').update(testCard).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 16);
}
