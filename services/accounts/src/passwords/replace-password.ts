import { clearAttempts } from '@fareline/service-kit/limits/table-window';
import type { Database } from '../db/schema.ts';
import { createResetMailLimit } from '../mail/mail-limits.ts';
import { endSessionsOfUser } from '../sessions/session.repository.ts';
import { deleteTokensOfUser } from '../users/mailed-token.repository.ts';
import { setPassword } from '../users/user.repository.ts';

/**
 * Sets a new password, ends all sessions and reset links of the user and resets the counter of reset mails; wrong passwords
 * count anew, see `createPasswordAttempt`. Call it in a transaction that has locked the user's row, see `lockUser`. (ACCOUNT-02, LIMIT-04)
 */
export async function replacePassword(trx: Database, userId: string, passwordHash: string): Promise<void> {
  const { email } = await setPassword(trx, userId, passwordHash);
  await endSessionsOfUser(trx, userId);
  await deleteTokensOfUser(trx, 'password-reset', userId);
  await clearAttempts(trx, createResetMailLimit(email));
}
