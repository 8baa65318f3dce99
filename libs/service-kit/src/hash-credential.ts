import { createHash } from 'node:crypto';

/** The form in which a callee holds the credential of a caller. Credentials are random, so that a plain hash is enough. */
export const hashCredential = (credential: string): string =>
  createHash('sha256').update(credential).digest('hex');
