import { AppError, toClientNetwork } from '@fareline/service-kit';
import type { AccountsConfig } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { clearAttempts, countAttempt, decrementAttempts, type AttemptLimit } from './attempt.repository.ts';

const windowSeconds = 15 * 60;

type Kind = 'sign-in' | 'password-change';

/** Limits of password attempts for one account and for one IP address. (SECURITY-06, LIMIT-04) */
export interface PasswordAttempt {
  account: AttemptLimit;
  ipAddress: AttemptLimit;
}

/**
 * The limits of an attempt. `account` is the user id, or the entered name if no user has it: unknown names are counted too,
 * so that the limit does not reveal which names exist.
 */
export const createPasswordAttempt = (
  config: AccountsConfig,
  { kind, account, ipAddress }: { kind: Kind; account: string; ipAddress: string },
): PasswordAttempt => ({
  account: { kind, subject: account, max: config.PASSWORD_ATTEMPTS_PER_ACCOUNT, windowSeconds },
  ipAddress: {
    kind: 'password from address',
    subject: toClientNetwork(ipAddress),
    max: config.PASSWORD_ATTEMPTS_PER_ADDRESS,
    windowSeconds,
  },
});

/** Counts an attempt; call it before the password is verified. Throws TOO_MANY_REQUESTS when one of the limits is reached. */
export async function countPasswordAttempt(
  db: Database,
  { account, ipAddress }: PasswordAttempt,
): Promise<void> {
  // An attempt that one limit rejects does not count for the other.
  let retryAfterSeconds = await countAttempt(db, account);
  if (retryAfterSeconds === undefined) {
    retryAfterSeconds = await countAttempt(db, ipAddress);
    if (retryAfterSeconds === undefined) return;
    await decrementAttempts(db, account);
  }
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new AppError('TOO_MANY_REQUESTS', {
    message: `Too many wrong passwords. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or reset your password.`,
    retryAfterSeconds,
  });
}

/** Call it when the password was right: resets the account's counter and removes the attempt from the IP address's one. */
export async function acceptPasswordAttempt(
  db: Database,
  { account, ipAddress }: PasswordAttempt,
): Promise<void> {
  await clearAttempts(db, [account]);
  await decrementAttempts(db, ipAddress);
}

/** Resets a user's counters after the password was replaced. */
export const clearPasswordAttempts = (db: Database, userId: string) =>
  clearAttempts(db, [
    { kind: 'sign-in' satisfies Kind, subject: userId },
    { kind: 'password-change' satisfies Kind, subject: userId },
  ]);
