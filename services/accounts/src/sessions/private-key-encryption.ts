import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, 'accounts', 'session keys', 32));

/** Encrypts a session key for storage and binds it to its id, so that read access to the database does not allow signing. */
export function encryptPrivateKey(secret: string, kid: string, privateKey: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, deriveKey(secret), iv, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(kid));
  const encrypted = Buffer.concat([cipher.update(privateKey, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** The decrypted key, or undefined if it was encrypted with another secret. */
export function decryptPrivateKey(secret: string, kid: string, stored: string): string | undefined {
  const bytes = Buffer.from(stored, 'base64url');
  const decipher = createDecipheriv(algorithm, deriveKey(secret), bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(kid));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  try {
    const text = [decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    return undefined;
  }
}
