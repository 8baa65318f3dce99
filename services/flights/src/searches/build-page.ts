import { firstPageSize, nextPageSize, wholeListSize } from '@fareline/contracts';
import { searchResponseSchema } from '@fareline/contracts/schemas';
import { priceOffer } from '../offers/pricing.ts';
import { compress } from './encoding.ts';
import { pageField, type PageRequest, type ReadPage } from './page-request.ts';
import { computeSearchFacts } from './search-facts.ts';
import { searchFlights, type SearchDeps } from './search-flights.ts';
import { searchCacheKey } from './search-key.ts';
import type { SearchResult } from './search-store.ts';

/** Sizes that our own screens ask for; pages of any other size are made anew each time, so that nobody can fill the cache. */
const storedSizes: readonly number[] = [firstPageSize, nextPageSize, wholeListSize];

/** Makes pages: priced for a brand, checked against the contract and compressed once, then stored as bytes. */
export const createPageBuilder =
  (deps: SearchDeps): ReadPage =>
  async (request) => {
    const { mode, query, page, limit, encoding } = request;
    const result = await searchFlights(deps, mode, query);
    const bytes = await compress(JSON.stringify(pageOf(result, request)), encoding);
    if (storedSizes.includes(limit) && (page - 1) * limit <= result.offers.length)
      await deps.searches.writePage(searchCacheKey(mode, query), result.version, pageField(request), bytes);
    return bytes;
  };

/** A slice of the list in price order. (API-35) */
function pageOf({ id, offers, searchedAt }: SearchResult, { mode, page, limit, markupPercent }: PageRequest) {
  const start = (page - 1) * limit;
  return searchResponseSchema.parse({
    search_id: id,
    offers: offers.slice(start, start + limit).map((offer) => priceOffer(offer, mode, markupPercent)),
    total_count: offers.length,
    searched_at: searchedAt,
    facts: computeSearchFacts(offers),
  });
}
