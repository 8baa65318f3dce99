import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPreviewToken, readPreviewToken } from './preview.ts';
import { writeRecord } from './record.ts';
import {
  assertSigned,
  exportPublicKey,
  hashFiles,
  parseReleaseKeys,
  readSigningKey,
  signRecord,
} from './signature.ts';

const search = generateKeyPairSync('ed25519').privateKey;
const booking = generateKeyPairSync('ed25519').privateKey;
const keys = parseReleaseKeys(`search=${exportPublicKey(search)}, booking=${exportPublicKey(booking)}`);

describe('a version', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signed-'));
    await writeFile(join(folder, 'manifest.json'), '{}');
    const record = { name: 'search', version: '1-a', commit: 'c', by: 'ana', at: new Date().toISOString() };
    await writeRecord(folder, { ...record, files: await hashFiles(folder) });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const check = (name = 'search', version = '1-a') =>
    assertSigned(folder, { name, version, manifest: 'manifest.json' }, keys);

  it('signed by its team is accepted', async () => {
    await signRecord(folder, search);
    await expect(check()).resolves.toBeUndefined();
  });

  it('is accepted from a key of all front ends, and from either of two keys of its own', async () => {
    await signRecord(folder, booking);
    const [first, second] = [exportPublicKey(search), exportPublicKey(booking)];
    for (const text of [`*=${second}`, `search=${first},search=${second}`]) {
      const accepted = parseReleaseKeys(text);
      const version = { name: 'search', version: '1-a', manifest: 'manifest.json' };
      await expect(assertSigned(folder, version, accepted)).resolves.toBeUndefined();
    }
  });

  it('is refused without a signature, and with that of another team', async () => {
    await expect(check()).rejects.toThrow('search 1-a is not signed.');
    await signRecord(folder, booking);
    await expect(check()).rejects.toThrow('search 1-a is not signed by a key that may release search.');
  });

  it.each(['.release.json', '.release.sig'])('is refused after a change of %s', async (file) => {
    await signRecord(folder, search);
    await writeFile(join(folder, file), '{"name":"search"}');
    await expect(check()).rejects.toThrow('is not signed by a key');
  });

  it('is refused when the manifest has changed, or the folder is that of another version', async () => {
    await signRecord(folder, search);
    await expect(check('search', '2-b')).rejects.toThrow(
      'The signature of search 2-b is that of search 1-a.',
    );
    await writeFile(join(folder, 'manifest.json'), '{"scripts":["evil.js"]}');
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
