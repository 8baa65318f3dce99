import { randomUUID } from 'node:crypto';
import type { FactorKind, Factors } from '@fareline/contracts';
import { sql, type Selectable } from 'kysely';
import type { Database, FactorsTable } from '../db/schema.ts';
import { deleteTokensOfUser } from '../users/mailed-token.repository.ts';
import { encryptAppSecret } from './app-secret-encryption.ts';
import type { Passkey } from './passkeys.ts';

/** The kinds in the words of mails and commands. */
export const kindNames: Record<FactorKind, string> = { passkey: 'passkey', totp: 'app for codes' };

export type FactorRow = Selectable<FactorsTable>;

/** The second factors of a user, oldest first. */
export const listFactorRows = (db: Database, userId: string) =>
  db
    .selectFrom('factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const toFactor = (row: FactorRow): Factors['factors'][number] => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Adds a passkey. Returns false if it belongs to an account already. */
export async function insertPasskey(
  trx: Database,
  userId: string,
  name: string,
  passkey: Passkey,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('factors')
    .values({
      id: randomUUID(),
      user_id: userId,
      kind: 'passkey',
      name,
      ...passkey,
      last_used_at: new Date(),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Adds an app, whose code of `step` has just been shown. `key` is SESSION_KEY_SECRET. */
export async function insertApp(
  trx: Database,
  userId: string,
  name: string,
  { key, secret, step }: { key: string; secret: string; step: number },
): Promise<void> {
  const id = randomUUID();
  await trx
    .insertInto('factors')
    .values({
      ...{ id, user_id: userId, kind: 'totp', name },
      ...{ secret: encryptAppSecret(key, { id, user_id: userId }, secret), last_step: step },
      last_used_at: new Date(),
    })
    .execute();
}

/** Records that a passkey was shown. Returns false if it was removed meanwhile. */
export async function markPasskeyUsed(trx: Database, id: string, counter: number): Promise<boolean> {
  const change = { counter, last_used_at: new Date() };
  const used = await trx.updateTable('factors').set(change).where('id', '=', id).returning('id').execute();
  return used.length > 0;
}

/** Records that the code of a time step was shown. Returns false if it was before: a code is accepted once. (RFC 6238, 5.2) */
export async function markStepUsed(trx: Database, id: string, step: number): Promise<boolean> {
  const used = await trx
    .updateTable('factors')
    .set({ last_step: step, last_used_at: new Date() })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .returning('id')
    .execute();
  return used.length > 0;
}

/** Removes a second factor of a user and returns its kind and name; undefined if there is none. */
export const deleteFactor = (
  trx: Database,
  userId: string,
  id: string,
): Promise<{ kind: FactorKind; name: string } | undefined> =>
  trx
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['kind', 'name'])
    .executeTakeFirst();

/** Removes all second factors, recovery codes and set-up links. */
export async function deleteFactorsOfUser(trx: Database, userId: string): Promise<void> {
  await trx.deleteFrom('factors').where('user_id', '=', userId).execute();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await deleteTokensOfUser(trx, 'factor-set-up', userId);
}

/** Stores the challenge that a session's browser was given, in place of an earlier one. */
export const setChallenge = (db: Database, sessionId: string, challenge: string) =>
  db.updateTable('sessions').set({ challenge }).where('id', '=', sessionId).execute();

/** The challenge of a session, which is answered once. */
export async function takeChallenge(db: Database, sessionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string | null }>`
    with given as (select id, challenge from sessions where id = ${sessionId} for update)
    update sessions set challenge = null from given where sessions.id = given.id
    returning given.challenge`.execute(db);
  return rows[0]?.challenge ?? undefined;
}
