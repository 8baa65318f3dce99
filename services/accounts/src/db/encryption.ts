import { hkdfSync } from 'node:crypto';
import { ConfigError } from '@fareline/service-kit/config';
import { decryptText, encryptText } from '@fareline/service-kit/db/encrypt-text';

/** What a text is encrypted with: a key for `salt` and `purpose`, and the row that it belongs to. */
export interface EncryptionKey {
  secret: string;
  salt: string;
  purpose: string;
  row: string;
}

const deriveKey = ({ secret, salt, purpose }: EncryptionKey) =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));

const toTextKey = (key: EncryptionKey) => ({ key: deriveKey(key), row: key.row });

/** Encrypts a text for storage, so that read access to the database does not reveal it. */
export const encrypt = (key: EncryptionKey, text: string): string => encryptText(toTextKey(key), text);

/** The decrypted text, or undefined if it was encrypted with another secret or for another row. */
export const decrypt = (key: EncryptionKey, stored: string): string | undefined =>
  decryptText(toTextKey(key), stored);

/** The secret of stored texts until now, if it is known, and the one from now on. */
export interface Secrets {
  previous: string | undefined;
  next: string;
}

/** A stored text as it is encrypted with the next secret. Throws a ConfigError if neither secret can decrypt it. */
export function reencrypt(
  { previous, next }: Secrets,
  toKey: (secret: string) => EncryptionKey,
  stored: string,
  table: string,
): string {
  if (decrypt(toKey(next), stored) !== undefined) return stored;
  const text = previous && decrypt(toKey(previous), stored);
  if (text) return encrypt(toKey(next), text);
  throw new ConfigError(
    `Rows of ${table} are encrypted with the secret until now: set SESSION_KEY_SECRET_PREVIOUS to it. ` +
      `If it is lost, so are they: delete the rows of ${table}.`,
  );
}
