import { decompress, type Encoding } from './encoding.ts';
import { pageField, type PageRequest, type ReadPage } from './page-request.ts';
import { toSearchKey } from './search-key.ts';
import type { SearchRepository } from './search.repository.ts';

/** Returns the bytes of one page in an encoding that the client accepts. */
export type ReadEncodedPage = (request: Omit<PageRequest, 'encoding'>, encoding: Encoding) => Promise<Buffer>;

/**
 * Returns cached pages and builds missing ones. A hit costs one read and no parsing, and concurrent requests for a page share
 * it. Only compressed pages are cached; for the few clients that accept none they are decompressed.
 */
export function createPageReader(
  searches: Pick<SearchRepository, 'readPage'>,
  buildPage: ReadPage,
): ReadEncodedPage {
  const pendingReads = new Map<string, Promise<Buffer>>();
  const read: ReadPage = (request) => {
    const searchKey = toSearchKey(request.mode, request.query);
    const field = pageField(request);
    const pageKey = `${searchKey}.${field}`;
    const readOrBuild = async () => (await searches.readPage(searchKey, field)) ?? buildPage(request);
    const promise = pendingReads.get(pageKey) ?? readOrBuild().finally(() => pendingReads.delete(pageKey));
    pendingReads.set(pageKey, promise);
    return promise;
  };
  return (request, encoding) =>
    encoding === 'identity'
      ? read({ ...request, encoding: 'br' }).then(decompress)
      : read({ ...request, encoding });
}
