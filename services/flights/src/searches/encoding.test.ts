import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chooseEncoding, compress, decompress, decompressStream } from './encoding.ts';

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
  ['br;level=1;q=0.5', 'br'],
])('[CACHE-01] chooses for Accept-Encoding %s the encoding %s', (header, expected) => {
  expect(chooseEncoding(header)).toBe(expected);
});

it('[CACHE-01] decompresses to the original text', async () => {
  const text = JSON.stringify({ city: 'Zürich', list: Array.from({ length: 500 }, (_, index) => index) });
  expect((await decompress(await compress(text, 'br'))).toString()).toBe(text);
  const zipped = await compress(text, 'gzip');
  expect(gunzipSync(zipped).toString()).toBe(text);
  expect(Buffer.concat(await decompressStream(zipped).toArray()).toString()).toBe(text);
});

it('compresses with brotli quality 5, not with the slow default of 11', async () => {
  const text = JSON.stringify(Array.from({ length: 300 }, (_, index) => ({ id: `off_${index * 7_919}` })));
  const withQuality = (quality: number) =>
    brotliCompressSync(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
      },
    });
  const compressed = await compress(text, 'br');
  expect(compressed.equals(withQuality(5))).toBe(true);
  expect(compressed.equals(withQuality(11))).toBe(false);
});
