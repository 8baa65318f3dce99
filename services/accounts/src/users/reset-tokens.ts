import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../db/tables.ts';

const lifetimeMs = 60 * 60_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** A token for the link that is mailed; only its hash is kept. */
export async function insertResetToken(db: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('password_resets')
    .values({ token_hash: hashOf(token), user_id: userId, expires_at: new Date(Date.now() + lifetimeMs) })
    .execute();
  return token;
}

/** Uses a token up. The user that it was for, or undefined when it is unknown, used or out of time. (LOGIN-07) */
export async function useResetToken(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .updateTable('password_resets')
    .set({ used_at: new Date() })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}
