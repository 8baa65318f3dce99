import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { formatRecord, getVersionPrefix, recordFile, writeRecord, type ReleaseRecord } from './record.ts';
import type { ReleaseStorage } from './storage.ts';

/** The keys that may release a front end; those of `*` may release every one. */
export type ReleaseKeys = ReadonlyMap<string, readonly KeyObject[]>;

/** Hidden, as the record that it signs. */
const signatureFile = '.release.sig';

/** Reads a team's private ed25519 key: PEM, or in one line the base64 of its DER. Throws a sentence when it is none. */
export function readSigningKey(text: string): KeyObject {
  try {
    const key = text.startsWith('-----')
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // A text that is no key gets the error below.
  }
  throw new Error('The key of the release is not a private ed25519 key: PEM, or the base64 of its DER.');
}

/** The public part of a key as `parseReleaseKeys` reads it. */
export const exportPublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/** Reads `search=<key>,search=<next key>,*=<key>`. Throws a sentence when it is not that. */
export function parseReleaseKeys(text: string): ReleaseKeys {
  const keys = new Map<string, KeyObject[]>();
  for (const entry of text.split(',')) {
    const [, name, value] = /^\s*([a-z-]+|\*)=([\w+/=]+)\s*$/.exec(entry) ?? [];
    if (!name || !value) throw new Error(`"${entry}" is not a name of a front end, = and a public key`);
    const der = Buffer.from(value, 'base64');
    try {
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      if (key.asymmetricKeyType !== 'ed25519') throw new Error(key.asymmetricKeyType);
      keys.set(name, [...(keys.get(name) ?? []), key]);
    } catch (cause) {
      throw new Error(`the key of "${name}" is not a public ed25519 key`, { cause });
    }
  }
  return keys;
}

/** Signs bytes, such as the record of a version. */
export const createSignature = (data: Buffer | string, key: KeyObject): string =>
  sign(null, Buffer.from(data), key).toString('base64url');

/** The names whose keys have signed the bytes: front ends, or `*`. */
export const findSigners = (data: Buffer | string, signature: string, keys: ReleaseKeys): string[] =>
  [...keys].flatMap(([name, owned]) =>
    owned.some((key) => verify(null, Buffer.from(data), key, Buffer.from(signature, 'base64url')))
      ? [name]
      : [],
  );

/** True when a key that may release the front end has signed the bytes. */
export const isSigned = (
  data: Buffer | string,
  signature: string,
  name: string,
  keys: ReleaseKeys,
): boolean => findSigners(data, signature, keys).some((signer) => signer === name || signer === '*');

/** SHA-256 of a file or a body, in hex. */
export const hashContent = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

/** The hashes of all files of a version by path, besides record and signature. */
export const hashFiles = (files: ReadonlyMap<string, Buffer>): Record<string, string> =>
  Object.fromEntries(
    [...files]
      .filter(([path]) => path !== recordFile && path !== signatureFile)
      .map(([path, content]) => [path, hashContent(content)]),
  );

/** Writes the record of a version with its signature before it. */
export async function writeSignedRecord(
  storage: ReleaseStorage,
  record: ReleaseRecord,
  key: KeyObject,
): Promise<void> {
  const prefix = getVersionPrefix(record.name, record.version);
  await storage.write(prefix + signatureFile, createSignature(formatRecord(record), key));
  await writeRecord(storage, record);
}

/**
 * Throws a sentence unless the version's record names this version, is signed by a key that may release the front end, and has the
 * hash of the manifest, which in turn has those of the scripts and style sheets that browsers check.
 */
export async function assertSigned(
  storage: ReleaseStorage,
  { name, version, manifest }: { name: string; version: string; manifest: string },
  keys: ReleaseKeys,
): Promise<void> {
  const what = `${name} ${version}`;
  const prefix = getVersionPrefix(name, version);
  const [text, signature, content] = await Promise.all(
    [recordFile, signatureFile, manifest].map(async (file) => (await storage.read(prefix + file))?.body),
  );
  if (!text || !signature) throw new Error(`${what} is not signed.`);
  if (!isSigned(text, signature.toString(), name, keys))
    throw new Error(`${what} is not signed by a key that may release ${name}.`);
  const record = JSON.parse(text.toString()) as ReleaseRecord;
  if (record.name !== name || record.version !== version)
    throw new Error(`The signature of ${what} is that of ${record.name} ${record.version}.`);
  if (!content || record.files[manifest] !== hashContent(content))
    throw new Error(`${manifest} of ${what} was changed after it was signed.`);
}
