import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Database } from '../db/schema.ts';
import { generateMailedToken, hashMailedToken } from '../users/mailed-token.ts';

const tokenTtlMs = 3 * 24 * 3600_000;

/** Creates a token for a mailed link and stores only its hash. */
export async function insertVerificationToken(db: Database, userId: string): Promise<string> {
  const token = generateMailedToken();
  await db
    .insertInto('email_verifications')
    .values({
      token_hash: hashMailedToken(token),
      user_id: userId,
      expires_at: new Date(Date.now() + tokenTtlMs),
    })
    .execute();
  return token;
}

/** Deletes a token, so that a link works once, and returns the id of its user; undefined if it is unknown or expired. */
export async function useVerificationToken(db: Database, token: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('email_verifications')
    .where('token_hash', '=', hashMailedToken(token))
    .where('expires_at', '>', new Date())
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Marks the email address of a user as verified, with an audit entry, and deletes the links that are left. */
export async function setEmailVerified(
  trx: Database,
  userId: string,
  request?: Pick<FastifyRequest, 'id' | 'ip'>,
): Promise<void> {
  const user = await trx
    .updateTable('users')
    .set({ email_verified_at: sql`now()` })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .returning(['id', 'username'])
    .executeTakeFirst();
  if (user)
    await insertAuditEntry(trx, { action: 'email_verified', actor: user, subject: user.username, request });
  await trx.deleteFrom('email_verifications').where('user_id', '=', userId).execute();
}

/** Deletes links that have expired. (ACCOUNT-03) */
export const purgeVerificationTokens = (db: Database) =>
  db
    .deleteFrom('email_verifications')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
