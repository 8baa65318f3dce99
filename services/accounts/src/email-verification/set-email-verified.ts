import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Database } from '../db/schema.ts';
import { deleteTokensOfUser } from '../users/mailed-token.repository.ts';

/**
 * Marks the email address of a user as verified on the site with that origin, with an audit entry, and deletes the links that
 * are left.
 */
export async function setEmailVerified(
  trx: Database,
  userId: string,
  origin: string,
  request?: Pick<FastifyRequest, 'id' | 'ip'>,
): Promise<void> {
  const user = await trx
    .updateTable('users')
    .set({ email_verified_at: sql`now()`, link_origin: origin })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .returning(['id', 'username'])
    .executeTakeFirst();
  if (user) await insertAuditEntry(trx, { action: 'email_verified', actor: user, request });
  await deleteTokensOfUser(trx, 'email-verification', userId);
}
