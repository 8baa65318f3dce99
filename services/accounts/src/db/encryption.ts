import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { ConfigError } from '@fareline/service-kit/config';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** What a text is encrypted with: a key for `salt` and `purpose`, and the row that it belongs to. */
export interface EncryptionKey {
  secret: string;
  salt: string;
  purpose: string;
  /** Decrypting in another row fails, so that write access to the database does not allow moving texts. */
  row: string;
}

const deriveKey = ({ secret, salt, purpose }: EncryptionKey) =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));

/** Encrypts a text for storage, so that read access to the database does not reveal it. */
export function encrypt(key: EncryptionKey, text: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, deriveKey(key), iv, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(key.row));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** The decrypted text, or undefined if it was encrypted with another secret or for another row. */
export function decrypt(key: EncryptionKey, stored: string): string | undefined {
  const bytes = Buffer.from(stored, 'base64url');
  const decipher = createDecipheriv(algorithm, deriveKey(key), bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(key.row));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  try {
    const decrypted = [decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()];
    return Buffer.concat(decrypted).toString('utf8');
  } catch {
    return undefined;
  }
}

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
