import type { Traveller } from '@fareline/contracts';
import { travellerSchema } from '@fareline/contracts/schemas';
import { ConfigError } from '@fareline/service-kit/config';
import { sql } from 'kysely';
import { decrypt, encrypt, reencrypt, type EncryptionKey, type Secrets } from '../db/encryption.ts';
import type { Database } from '../db/schema.ts';

export interface TravellerRow {
  user_id: string;
  id: string;
}

/** Each row has a key of its own. */
const toKey = (secret: string, { user_id, id }: TravellerRow): EncryptionKey => {
  const row = `${user_id} ${id}`;
  return { secret, salt: row, purpose: 'saved travellers', row };
};

export const encryptTraveller = (secret: string, row: TravellerRow, traveller: Traveller): string =>
  encrypt(toKey(secret, row), JSON.stringify(traveller));

export function decryptTraveller(secret: string, row: TravellerRow & { content: string }): Traveller {
  const text = decrypt(toKey(secret, row), row.content);
  if (text === undefined)
    throw new ConfigError('SESSION_KEY_SECRET cannot decrypt the saved travellers in the database.');
  return travellerSchema.parse(JSON.parse(text));
}

/**
 * Encrypts all saved travellers with a new secret. Throws a ConfigError, which is to roll back the transaction, if neither the new nor
 * the previous secret can decrypt one of them. No traveller is saved before the transaction has ended.
 */
export async function reencryptTravellers(trx: Database, secrets: Secrets): Promise<void> {
  await sql`lock table saved_travellers in share row exclusive mode`.execute(trx);
  const rows = await trx.selectFrom('saved_travellers').select(['user_id', 'id', 'content']).execute();
  for (const row of rows) {
    const content = reencrypt(secrets, (secret) => toKey(secret, row), row.content, 'saved_travellers');
    await trx
      .updateTable('saved_travellers')
      .set({ content })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .execute();
  }
}
