import { createHash, randomBytes } from 'node:crypto';

/** A random token for a mailed link. */
export const generateMailedToken = (): string => randomBytes(32).toString('base64url');

/** The form in which a token is stored. A fast hash is enough, because a token cannot be guessed. (ACCOUNT-03) */
export const hashMailedToken = (token: string): string => createHash('sha256').update(token).digest('hex');
