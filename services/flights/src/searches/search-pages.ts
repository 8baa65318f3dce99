import { firstPageSize, nextPageSize, type Mode, type SearchRequest } from '@fareline/contracts';
import { searchResponseSchema } from '@fareline/contracts/schemas';
import { priceOffer } from '../offers/pricing.ts';
import { nextTurn } from '../turns.ts';
import { factsOf } from './search-facts.ts';
import { encode, type Encoding } from './encoding.ts';
import { searchFlights, type SearchParts } from './search-flights.ts';
import { searchKeyOf } from './search-key.ts';
import type { SearchResult } from './search-store.ts';

export interface PageRequest {
  mode: Mode;
  query: SearchRequest;
  page: number;
  limit: number;
  markupPercent: number;
  encoding: Encoding;
}

export interface SearchPages {
  /** The bytes of one page, as they go out. */
  bytes(request: PageRequest): Promise<Buffer>;
}

/** Sizes that our own screens ask for; pages of any other size are made anew each time, so that nobody can fill the cache. */
const storedSizes: readonly number[] = [firstPageSize, nextPageSize];

/**
 * Pages as bytes: priced for a brand, checked against the contract and compressed once, then served as stored. A hit costs
 * one read and no parsing; who asks for the same page at the same moment shares it.
 */
export function createSearchPages(parts: SearchParts): SearchPages {
  const underWay = new Map<string, Promise<Buffer>>();

  async function make(request: PageRequest, key: string, name: string): Promise<Buffer> {
    const result = await searchFlights(parts, request.mode, request.query);
    await nextTurn();
    const bytes = await encode(JSON.stringify(pageOf(result, request)), request.encoding);
    const isStored =
      storedSizes.includes(request.limit) && (request.page - 1) * request.limit <= result.offers.length;
    if (isStored) await parts.searches.writePage(key, result.id, name, bytes);
    return bytes;
  }

  const readOrMake = async (request: PageRequest, key: string, name: string): Promise<Buffer> =>
    (await parts.searches.readPage(key, name)) ?? make(request, key, name);

  return {
    bytes(request) {
      const { markupPercent, page, limit, encoding } = request;
      const key = searchKeyOf(request.mode, request.query);
      const name = `page.${markupPercent}.${page}.${limit}.${encoding}`;
      const work = `${key}.${name}`;
      const current = underWay.get(work);
      if (current) return current;
      const promise = readOrMake(request, key, name).finally(() => underWay.delete(work));
      underWay.set(work, promise);
      return promise;
    },
  };
}

/** A slice of the list in price order. (API-35) */
function pageOf({ offers, searchedAt }: SearchResult, { mode, page, limit, markupPercent }: PageRequest) {
  const start = (page - 1) * limit;
  return searchResponseSchema.parse({
    offers: offers.slice(start, start + limit).map((offer) => priceOffer(offer, mode, markupPercent)),
    total_count: offers.length,
    searched_at: searchedAt,
    facts: factsOf(offers),
  });
}
