import { resetLinkOnce, signInAfterReset } from '@fareline/contracts/promises';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import { createUnverifiedResetMailLimit } from '../mail/mail-limits.ts';
import type { ComposeMail } from '../mail/outbox.ts';
import type { Database } from '../db/schema.ts';
import { findByEmail, lockUser, type UserRow } from '../users/user.repository.ts';
import { findResetSite } from '../mail/link-origin.ts';
import { describeAccount, greet } from '../users/mail-names.ts';
import { insertMailedToken } from '../users/mailed-token.repository.ts';

/** Creates the token of a request; undefined if a password was set since then, which ends every earlier request. (ACCOUNT-02) */
const createToken = (db: Database, userId: string, requestedAt: Date): Promise<string | undefined> =>
  db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId);
    if (!user || (user.password_changed_at && user.password_changed_at >= requestedAt)) return undefined;
    return insertMailedToken(trx, 'password-reset', userId);
  });

/** Whether a mail to an unverified user is beyond its limit. Counted once, not for each attempt to send it. (LIMIT-05) */
const isBeyondLimit = async (
  db: Database,
  user: UserRow,
  { attempts }: { attempts: number },
): Promise<boolean> =>
  !user.email_verified_at &&
  attempts === 0 &&
  (await tableWindow(db).count([createUnverifiedResetMailLimit(user.email)])) !== undefined;

/** The mail to an address with an account; none to any other. (LOGIN-06, LOGIN-07) */
export const composeResetMail: ComposeMail = async ({ config, db }, mail) => {
  const { subject, payload, created_at } = mail;
  const user = await findByEmail(db, subject);
  if (!user || (await isBeyondLimit(db, user, mail))) return undefined;
  const token = await createToken(db, user.id, created_at);
  if (!token) return undefined;
  const { brand, origin } = await findResetSite(config, db, user, payload);
  const { name } = await findBrandOrDefault(db, brand);
  return {
    brand,
    to: user.email,
    subject: `Set a new password for ${name}`,
    text: [
      greet(user),
      '',
      `somebody asked for a new password for ${describeAccount(user, name)}.`,
      `This link lets you set one. ${resetLinkOnce}`,
      '',
      `${origin}/reset-password?token=${token}`,
      '',
      signInAfterReset,
      'If you did not ask for it, there is nothing to do: your password stays as it is.',
    ].join('\n'),
  };
};
