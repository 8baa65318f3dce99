import type { Db } from '../db/tables.ts';
import { clearPasswordAttempts } from '../limits/password-attempts.ts';
import { endSessionsOfUser } from '../sessions/session.repository.ts';
import { deleteResetTokens } from './reset-tokens.ts';
import { setPasswordHash } from './user.repository.ts';

/**
 * Sets a new password, which ends every session and every reset link of the user and clears the count of wrong passwords.
 * In a transaction that holds the user's row, see `lockUser`. (ACCOUNT-02, LIMIT-04)
 */
export async function replacePassword(trx: Db, userId: string, passwordHash: string): Promise<void> {
  await setPasswordHash(trx, userId, passwordHash);
  await endSessionsOfUser(trx, userId);
  await deleteResetTokens(trx, userId);
  await clearPasswordAttempts(trx, userId);
}
