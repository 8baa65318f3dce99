import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** A key of 32 bytes, and the row that the text belongs to: decrypting in another row fails, so that write access to a database does not allow moving texts. */
export interface TextKey {
  key: Buffer;
  row: string;
}

/** Encrypts a text for storage with AES-256-GCM (NIST SP 800-38D), base64url. */
export function encryptText({ key, row }: TextKey, text: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(row));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** The decrypted text, or undefined if it was encrypted with another key or for another row. */
export function decryptText({ key, row }: TextKey, stored: string): string | undefined {
  const bytes = Buffer.from(stored, 'base64url');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(row));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  try {
    const decrypted = [decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()];
    return Buffer.concat(decrypted).toString('utf8');
  } catch {
    return undefined;
  }
}
