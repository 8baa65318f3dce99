import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { generateMailedToken, hashMailedToken } from '../users/mailed-token.ts';

const tokenTtlMs = 60 * 60_000;

/** Creates a token for a mailed link and stores only its hash. */
export async function insertResetToken(db: Database, userId: string): Promise<string> {
  const token = generateMailedToken();
  await db
    .insertInto('password_resets')
    .values({
      token_hash: hashMailedToken(token),
      user_id: userId,
      expires_at: new Date(Date.now() + tokenTtlMs),
    })
    .execute();
  return token;
}

/** The id of the user that a token is for, or undefined if it is unknown or expired. (LOGIN-07) */
export async function findResetUser(db: Database, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', hashMailedToken(token))
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  return row?.user_id;
}

/** Deletes all reset links of a user, including the used one, so that a link works once. */
export const deleteResetTokens = (db: Database, userId: string) =>
  db.deleteFrom('password_resets').where('user_id', '=', userId).execute();

/** Deletes links that have expired. (ACCOUNT-03) */
export const purgeResetTokens = (db: Database) =>
  db
    .deleteFrom('password_resets')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
