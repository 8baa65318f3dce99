import { AppError } from '@fareline/service-kit';
import type { AccountsConfig } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { clearAttempts, countAttempt, decrementAttempts, type AttemptLimit } from './attempts.ts';

const windowSeconds = 15 * 60;

type Kind = 'sign-in' | 'password-change';

/** Limits of attempts to say the right password, for one account and for one IP address. (SECURITY-06, LIMIT-04) */
export interface PasswordAttempt {
  account: AttemptLimit;
  ipAddress: AttemptLimit;
}

/** `account` is the user's id, or what was typed where no user has it: both are counted alike, so that nobody learns which it was. */
export const createPasswordAttempt = (
  config: AccountsConfig,
  { kind, account, address }: { kind: Kind; account: string; address: string },
): PasswordAttempt => ({
  account: { kind, subject: account, max: config.PASSWORD_ATTEMPTS_PER_ACCOUNT, windowSeconds },
  ipAddress: {
    kind: 'password from address',
    subject: address,
    max: config.PASSWORD_ATTEMPTS_PER_ADDRESS,
    windowSeconds,
  },
});

/** Counts an attempt before the password is looked at. Throws TOO_MANY_REQUESTS where one of its limits is reached. */
export async function countPasswordAttempt(
  db: Db,
  { account, ipAddress: address }: PasswordAttempt,
): Promise<void> {
  // An attempt that one limit refuses does not count against the other.
  let retryAfterSeconds = await countAttempt(db, account);
  if (retryAfterSeconds === undefined) {
    retryAfterSeconds = await countAttempt(db, address);
    if (retryAfterSeconds === undefined) return;
    await decrementAttempts(db, account);
  }
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new AppError('TOO_MANY_REQUESTS', {
    message: `Too many wrong passwords. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or reset your password.`,
    retryAfterSeconds,
  });
}

/** The password was right: the account begins anew, its address has one attempt back. */
export async function acceptPasswordAttempt(
  db: Db,
  { account, ipAddress: address }: PasswordAttempt,
): Promise<void> {
  await clearAttempts(db, [account]);
  await decrementAttempts(db, address);
}

/** For a user with a new password. */
export const clearPasswordAttempts = (db: Db, userId: string) =>
  clearAttempts(db, [
    { kind: 'sign-in' satisfies Kind, subject: userId },
    { kind: 'password-change' satisfies Kind, subject: userId },
  ]);
