import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { SessionKey } from '@fareline/contracts';
import { ConfigError } from '@fareline/service-kit/config';
import { sessionLifetimeSeconds } from '@fareline/service-kit/sessions/session-cookie';
import type { SigningKey } from '@fareline/service-kit/sessions/session-plugin';
import { sql } from 'kysely';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import { decrypt, encrypt, type EncryptionKey } from '../db/encryption.ts';
import type { Database, SessionKeyState } from '../db/schema.ts';

/** A key is used for signing no earlier than this after it was published, so that every service can load it before. */
const minPublishedSeconds = 10;

/** A retired key stays published until its last session has expired, and one day longer. */
const retiredKeyTtlSeconds = sessionLifetimeSeconds + 24 * 3600;

const toKey = (secret: string, kid: string): EncryptionKey => ({
  secret,
  salt: 'accounts',
  purpose: 'session keys',
  row: kid,
});

/** The public keys of the current, next and previous session keys. (ACCOUNT-07) */
export async function listPublicKeys(db: Database): Promise<SessionKey[]> {
  const rows = await db.selectFrom('session_keys').select(['kid', 'x', 'y']).orderBy('created_at').execute();
  return rows.map(({ kid, x, y }) => ({ kid, kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig' }));
}

/** The key that sessions are signed with. Not cached, so that a rotation takes effect immediately at every replica. */
export async function getSigningKey(db: Database, secret: string): Promise<SigningKey> {
  const { kid, private_key } = await db
    .selectFrom('session_keys')
    .select(['kid', 'private_key'])
    .where('state', '=', 'current')
    .executeTakeFirstOrThrow();
  const privateKey = decrypt(toKey(secret, kid), private_key);
  if (privateKey === undefined) {
    throw new ConfigError(
      'SESSION_KEY_SECRET cannot decrypt the session keys in the database: set the one that they were stored with, ' +
        'or run keys:rotate with the new one and --new-secret.',
    );
  }
  return { kid, privateKey };
}

/** Creates the first keys if there are none. Throws a ConfigError if stored keys were encrypted with another secret. */
export async function ensureSessionKeys(db: Database, secret: string): Promise<void> {
  await withKeysLocked(db, async (trx) => {
    const stored = await trx.selectFrom('session_keys').select('kid').executeTakeFirst();
    if (stored) return;
    await insertKey(trx, secret, 'current');
    await insertKey(trx, secret, 'next');
  });
  await getSigningKey(db, secret);
}

export type Rotation = { kid: string; nextKid: string; previousKids: string[] } | { waitSeconds: number };

/**
 * Makes the next key the current one, publishes a new next key, and keeps the previous one published until its sessions have
 * expired. Returns the seconds to wait, without a change, if the next key was published too recently. Throws a ConfigError if
 * the keys were encrypted with another secret, because the service could not sign with the new ones. For a new secret there is no
 * such check: `reencrypt` encrypts in the same transaction what else the secret encrypts. (ACCOUNT-07)
 */
export async function rotateSessionKeys(
  db: Database,
  secret: string,
  { reencrypt }: { reencrypt?: ((trx: Database) => Promise<void>) | undefined } = {},
): Promise<Rotation> {
  return withKeysLocked(db, async (trx) => {
    if (reencrypt) await reencrypt(trx);
    else await getSigningKey(trx, secret);
    const next = await trx
      .selectFrom('session_keys')
      .select(['kid', 'private_key', sql<number>`extract(epoch from now() - created_at)::float`.as('age')])
      .where('state', '=', 'next')
      .executeTakeFirstOrThrow();
    const isUsable = decrypt(toKey(secret, next.kid), next.private_key) !== undefined;
    if (isUsable && next.age < minPublishedSeconds) return { waitSeconds: minPublishedSeconds - next.age };

    await trx
      .updateTable('session_keys')
      .set({ state: 'previous', retired_at: sql`now()` })
      .where('state', '=', 'current')
      .execute();
    const kid = isUsable ? next.kid : await replaceKey(trx, secret, next.kid);
    await trx.updateTable('session_keys').set({ state: 'current' }).where('kid', '=', kid).execute();
    const nextKid = await insertKey(trx, secret, 'next');
    await trx
      .deleteFrom('session_keys')
      .where('retired_at', '<', sql<Date>`now() - make_interval(secs => ${retiredKeyTtlSeconds})`)
      .execute();
    const previous = await trx
      .selectFrom('session_keys')
      .select('kid')
      .where('state', '=', 'previous')
      .execute();
    await insertAuditEntry(trx, {
      action: 'signing_key_rotated',
      actor: 'operator',
      subject: kid,
      details: { withNewSecret: reencrypt !== undefined },
    });
    return { kid, nextKid, previousKids: previous.map((key) => key.kid) };
  });
}

/** Replaces a next key that was encrypted with a previous secret and was never used for signing. */
async function replaceKey(trx: Database, secret: string, kid: string): Promise<string> {
  await trx.deleteFrom('session_keys').where('kid', '=', kid).execute();
  return insertKey(trx, secret, 'next');
}

/** Runs a change of the keys exclusively, across all replicas and commands. */
const withKeysLocked = <T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`lock table session_keys in share row exclusive mode`.execute(trx);
    return work(trx);
  });

async function insertKey(db: Database, secret: string, state: SessionKeyState): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  if (!x || !y) throw new Error('the new public key has no coordinates');
  const kid = randomUUID();
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  await db
    .insertInto('session_keys')
    .values({ kid, state, x, y, private_key: encrypt(toKey(secret, kid), pem), retired_at: null })
    .execute();
  return kid;
}
