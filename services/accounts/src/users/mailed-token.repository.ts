import { createHash, randomBytes } from 'node:crypto';
import { mailedLinks } from '@fareline/contracts';
import { sql } from 'kysely';
import type { Database, MailedTokensTable } from '../db/schema.ts';

type TokenKind = MailedTokensTable['kind'];

const daySeconds = 24 * 3600;

/** A link to reset a password may be misused by a later reader of the mailbox. */
const ttlSeconds: Record<TokenKind, number> = {
  'email-verification': mailedLinks.verificationDays * daySeconds,
  'password-reset': mailedLinks.passwordMinutes * 60,
  'factor-set-up': daySeconds,
};

/** The form in which a token is stored. A fast hash is enough, because a token cannot be guessed. (ACCOUNT-03) */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A link to set the first password is read with the other mails of a trip, which open the trip anyway. */
export const firstPasswordSeconds = mailedLinks.firstPasswordDays * daySeconds;

/** Creates a token for a mailed link and stores only its hash. */
export async function insertMailedToken(
  db: Database,
  kind: TokenKind,
  userId: string,
  seconds = ttlSeconds[kind],
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('mailed_tokens')
    .values({
      token_hash: hashToken(token),
      kind,
      user_id: userId,
      expires_at: new Date(Date.now() + seconds * 1000),
    })
    .execute();
  return token;
}

const isToken = (kind: TokenKind, token: string) =>
  sql<boolean>`token_hash = ${hashToken(token)} and kind = ${kind} and expires_at > ${new Date()}`;

/** The id of the user that a token is for, or undefined if it is unknown or expired. (LOGIN-07) */
export async function findTokenUser(db: Database, kind: TokenKind, token: string) {
  const query = db.selectFrom('mailed_tokens').select('user_id').where(isToken(kind, token));
  return (await query.executeTakeFirst())?.user_id;
}

/** The id of the user that a token is for; deletes the token, so that a link works once. */
export async function takeTokenUser(db: Database, kind: TokenKind, token: string) {
  const query = db.deleteFrom('mailed_tokens').where(isToken(kind, token)).returning('user_id');
  return (await query.executeTakeFirst())?.user_id;
}

/** Deletes all links of a user, so that none works after its purpose is met. */
export const deleteTokensOfUser = (db: Database, kind: TokenKind, userId: string) =>
  db.deleteFrom('mailed_tokens').where('user_id', '=', userId).where('kind', '=', kind).execute();
