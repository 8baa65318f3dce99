import { ConfigError } from '@fareline/service-kit/config';
import { sql } from 'kysely';
import { decrypt, encrypt, reencrypt, type EncryptionKey, type Secrets } from '../db/encryption.ts';
import type { Database } from '../db/schema.ts';

interface AppRow {
  id: string;
  user_id: string;
}

const toKey = (secret: string, { id, user_id }: AppRow): EncryptionKey => ({
  ...{ secret, salt: id, purpose: 'second factors' },
  row: `${user_id} ${id}`,
});

/** Encrypts the secret of an app for its row. */
export const encryptAppSecret = (secret: string, row: AppRow, appSecret: string): string =>
  encrypt(toKey(secret, row), appSecret);

export function decryptAppSecret(secret: string, row: AppRow & { secret: string }): string {
  const appSecret = decrypt(toKey(secret, row), row.secret);
  if (appSecret === undefined)
    throw new ConfigError('SESSION_KEY_SECRET cannot decrypt the second factors in the database.');
  return appSecret;
}

/**
 * Encrypts the secrets of all apps with a new secret. Throws a ConfigError, which is to roll back the transaction, if neither the new nor
 * the previous secret can decrypt one of them. None is stored before the transaction has ended.
 */
export async function reencryptAppSecrets(trx: Database, secrets: Secrets): Promise<void> {
  await sql`lock table factors in share row exclusive mode`.execute(trx);
  const rows = await trx.selectFrom('factors').select(['id', 'user_id', 'secret']).execute();
  for (const row of rows) {
    if (row.secret === null) continue;
    const stored = reencrypt(secrets, (secret) => toKey(secret, row), row.secret, 'factors');
    await trx.updateTable('factors').set({ secret: stored }).where('id', '=', row.id).execute();
  }
}
