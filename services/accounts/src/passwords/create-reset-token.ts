import type { Database } from '../db/schema.ts';
import { insertMailedToken } from '../users/mailed-token.repository.ts';
import { lockUser } from '../users/user.repository.ts';

/**
 * Creates the token of a mail that was asked for then; undefined if a password was set since, which ends every earlier request.
 * (ACCOUNT-02)
 */
export const createResetToken = (
  db: Database,
  userId: string,
  requestedAt: Date,
  seconds?: number,
): Promise<string | undefined> =>
  db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId);
    if (!user || (user.password_changed_at && user.password_changed_at >= requestedAt)) return undefined;
    return insertMailedToken(trx, 'password-reset', userId, seconds);
  });
