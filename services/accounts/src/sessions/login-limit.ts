import { AppError } from '@fareline/service-kit';
import type { AccountsConfig } from '../config.ts';
import type { Db } from '../db/tables.ts';

const windowMs = 15 * 60_000;

export interface LoginLimits {
  perUsername: number;
  perAddress: number;
}

export const loginLimitsOf = (config: AccountsConfig): LoginLimits => ({
  perUsername: config.LOGIN_FAILURES_PER_USERNAME,
  perAddress: config.LOGIN_FAILURES_PER_ADDRESS,
});

const keysOf = (username: string, address: string) => ({
  user: `user:${username.toLowerCase()}`,
  address: `address:${address}`,
});

/** Refuses a try where a user name or an address has failed too often within 15 minutes, whether or not the name exists. (SECURITY-06) */
export async function checkLoginLimit(
  db: Db,
  username: string,
  address: string,
  limits: LoginLimits,
): Promise<void> {
  const keys = keysOf(username, address);
  const rows = await db
    .selectFrom('login_failures')
    .select(({ fn }) => ['key', fn.countAll<number>().as('failures')])
    .where('key', 'in', [keys.user, keys.address])
    .where('failed_at', '>', new Date(Date.now() - windowMs))
    .groupBy('key')
    .execute();
  const failures = new Map(rows.map((row) => [row.key, Number(row.failures)]));
  const isOver =
    (failures.get(keys.user) ?? 0) >= limits.perUsername ||
    (failures.get(keys.address) ?? 0) >= limits.perAddress;
  if (isOver) {
    throw new AppError('TOO_MANY_REQUESTS', {
      message: 'Too many failed sign-ins. Please wait 15 minutes, or reset your password.',
      retryAfterSeconds: windowMs / 1000,
    });
  }
}

export async function recordLoginFailure(db: Db, username: string, address: string): Promise<void> {
  const keys = keysOf(username, address);
  await db
    .insertInto('login_failures')
    .values([{ key: keys.user }, { key: keys.address }])
    .execute();
}

export const forgetLoginFailures = (db: Db, username: string) =>
  db.deleteFrom('login_failures').where('key', '=', `user:${username.toLowerCase()}`).execute();

export const deleteOldLoginFailures = (db: Db) =>
  db
    .deleteFrom('login_failures')
    .where('failed_at', '<', new Date(Date.now() - windowMs))
    .execute();
