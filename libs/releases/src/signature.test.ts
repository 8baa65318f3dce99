import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPreviewToken, readPreviewToken } from './preview.ts';
import { createFolderStorage } from './folder-storage.ts';
import { writeRecord } from './record.ts';
import {
  assertSigned,
  exportPublicKey,
  hashFiles,
  parseReleaseKeys,
  readSigningKey,
  writeSignedRecord,
} from './signature.ts';
import { readFiles, type ReleaseStorage } from './storage.ts';

const search = generateKeyPairSync('ed25519').privateKey;
const booking = generateKeyPairSync('ed25519').privateKey;
const keys = parseReleaseKeys(`search=${exportPublicKey(search)}, booking=${exportPublicKey(booking)}`);

describe('a version', () => {
  let folder: string;
  let storage: ReleaseStorage;
  const prefix = 'search/1-a/';
  const describeVersion = async () => ({
    ...{ name: 'search', version: '1-a', commit: 'c', by: 'ana', at: new Date().toISOString() },
    files: hashFiles(await readFiles(storage, prefix)),
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signed-'));
    storage = createFolderStorage(folder);
    await storage.write(`${prefix}manifest.json`, '{}');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const sign = async (key: KeyObject) => writeSignedRecord(storage, await describeVersion(), key);
  const check = (name = 'search', version = '1-a') =>
    assertSigned(storage, { name, version, manifest: 'manifest.json' }, keys);

  it('signed by its team is accepted', async () => {
    await sign(search);
    await expect(check()).resolves.toBeUndefined();
  });

  it('is accepted from a key of all front ends, and from either of two keys of its own', async () => {
    await sign(booking);
    const [first, second] = [exportPublicKey(search), exportPublicKey(booking)];
    for (const text of [`*=${second}`, `search=${first},search=${second}`]) {
      const accepted = parseReleaseKeys(text);
      const version = { name: 'search', version: '1-a', manifest: 'manifest.json' };
      await expect(assertSigned(storage, version, accepted)).resolves.toBeUndefined();
    }
  });

  it('is refused without a signature, and with that of another team', async () => {
    await writeRecord(storage, await describeVersion());
    await expect(check()).rejects.toThrow('search 1-a is not signed.');
    await sign(booking);
    await expect(check()).rejects.toThrow('search 1-a is not signed by a key that may release search.');
  });

  it.each(['.release.json', '.release.sig'])('is refused after a change of %s', async (file) => {
    await sign(search);
    await storage.write(prefix + file, '{"name":"search"}');
    await expect(check()).rejects.toThrow('is not signed by a key');
  });

  it('is refused when the manifest has changed, or the folder is that of another version', async () => {
    await sign(search);
    for (const [path, content] of await readFiles(storage, prefix))
      await storage.write(`search/2-b/${path}`, content);
    await expect(check('search', '2-b')).rejects.toThrow(
      'The signature of search 2-b is that of search 1-a.',
    );
    await storage.write(`${prefix}manifest.json`, '{"scripts":["evil.js"]}');
    await expect(check()).rejects.toThrow('manifest.json of search 1-a was changed after it was signed.');
  });
});

it.each([
  ['', '"" is not a name'],
  ['search', '"search" is not a name'],
  ['search=abc', 'the key of "search" is not a public ed25519 key'],
  [`search=${exportPublicKey(generateKeyPairSync('x25519').privateKey)}`, 'is not a public ed25519 key'],
])('the keys %j are refused', (text, message) => expect(() => parseReleaseKeys(text)).toThrow(message));

it('a signing key is an ed25519 key', () => {
  const pem = generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
  for (const text of ['', 'x', pem.toString()])
    expect(() => readSigningKey(text)).toThrow('is not a private ed25519 key');
});

describe('a preview token', () => {
  const until = Date.now() + 60_000;
  const token = createPreviewToken({ name: 'search', version: '1-a', until }, search);

  it('is the permission to see one version until a time', () => {
    expect(readPreviewToken(token, keys)).toEqual({ name: 'search', version: '1-a', until });
    expect(readPreviewToken(token, keys, until)).toBeUndefined();
  });

  it('is refused when another team signed it, or when it was changed', () => {
    const foreign = createPreviewToken({ name: 'search', version: '1-a', until }, booking);
    for (const changed of [
      foreign,
      token.replace('1-a', '2-b'),
      token.replace('search', 'booking'),
      token.replace(String(until), String(until + 1)),
      `${token}x`,
      '',
    ])
      expect(readPreviewToken(changed, keys)).toBeUndefined();
  });
});
