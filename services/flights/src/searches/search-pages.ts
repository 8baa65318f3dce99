import { decompress, type Encoding } from './encoding.ts';
import { pageField, type PageRequest, type ReadPage } from './page-request.ts';
import { searchCacheKey } from './search-key.ts';
import type { SearchStore } from './search-store.ts';

/** The bytes of one page in the encoding that the client accepts. */
export type SearchPages = (request: Omit<PageRequest, 'encoding'>, encoding: Encoding) => Promise<Buffer>;

/**
 * Pages as they are stored, and where one is not, as they are made. A hit costs one read and no parsing; who asks for the
 * same page at the same moment shares it. Only compressed pages are stored: the few clients that read none get them
 * decompressed.
 */
export function createSearchPages(searches: Pick<SearchStore, 'readPage'>, make: ReadPage): SearchPages {
  const underWay = new Map<string, Promise<Buffer>>();
  const read: ReadPage = (request) => {
    const key = searchCacheKey(request.mode, request.query);
    const name = pageField(request);
    const work = `${key}.${name}`;
    const readOrMake = async () => (await searches.readPage(key, name)) ?? make(request);
    const promise = underWay.get(work) ?? readOrMake().finally(() => underWay.delete(work));
    underWay.set(work, promise);
    return promise;
  };
  return (request, encoding) =>
    encoding === 'identity'
      ? read({ ...request, encoding: 'br' }).then(decompress)
      : read({ ...request, encoding });
}
