import { pageNameOf, type ReadPage } from './page-request.ts';
import { searchKeyOf } from './search-key.ts';
import type { SearchStore } from './search-store.ts';

/**
 * Pages as they are stored, and where one is not, as they are made. A hit costs one read and no parsing; who asks for the
 * same page at the same moment shares it.
 */
export function createSearchPages(searches: Pick<SearchStore, 'readPage'>, make: ReadPage): ReadPage {
  const underWay = new Map<string, Promise<Buffer>>();
  return (request) => {
    const key = searchKeyOf(request.mode, request.query);
    const name = pageNameOf(request);
    const work = `${key}.${name}`;
    const readOrMake = async () => (await searches.readPage(key, name)) ?? make(request);
    const promise = underWay.get(work) ?? readOrMake().finally(() => underWay.delete(work));
    underWay.set(work, promise);
    return promise;
  };
}
