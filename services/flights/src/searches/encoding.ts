import { promisify } from 'node:util';
import { Readable } from 'node:stream';
import { brotliCompress, brotliDecompress, constants, createGunzip, gzip } from 'node:zlib';

/** Compression of stored pages and lists. */
export type Compression = 'br' | 'gzip';
export type Encoding = Compression | 'identity';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const zip = promisify(gzip);

/** Returns the smallest encoding that the Accept-Encoding header accepts (RFC 9110, 12.5.3); weight 0 excludes one. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const weights = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
        const weight = parameters.find((parameter) => parameter.startsWith('q='));
        return [name, weight ? Number(weight.slice(2)) : 1] as const;
      }),
  );
  const accepts = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity';
}

/** Brotli quality 5 takes less than a millisecond per page; 11 takes a hundred times as long for little gain. */
export async function compress(text: string, compression: Compression): Promise<Buffer> {
  const bytes = Buffer.from(text);
  if (compression === 'gzip') return zip(bytes);
  return brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/**
 * Decompresses the result of `compress` with `gzip` while it is sent: a whole list in memory is sixty times as large as its
 * compressed form. Not brotli, which keeps the last 4 MB of each response for as long as its client reads; gzip keeps 32 kB.
 */
export const decompressStream = (bytes: Buffer): Readable => Readable.from([bytes]).pipe(createGunzip());

/** Decompresses the result of `compress` with `br`. */
export const decompress = (bytes: Buffer): Promise<Buffer> => unbrotli(bytes);
