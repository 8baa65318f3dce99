import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chooseEncoding, compress, decompress } from './encoding.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['deflate', 'identity'],
  ['BR', 'br'],
])('[CACHE-01] chooses for Accept-Encoding %s the encoding %s', (header, expected) => {
  expect(chooseEncoding(header)).toBe(expected);
});

it('[CACHE-01] decompresses to the original text', async () => {
  const text = JSON.stringify({ city: 'Zürich', list: Array.from({ length: 500 }, (_, index) => index) });
  expect((await decompress(await compress(text, 'br'))).toString()).toBe(text);
  expect(gunzipSync(await compress(text, 'gzip')).toString()).toBe(text);
});
