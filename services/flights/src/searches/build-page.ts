import { firstPageSize, nextPageSize, wholeListSize } from '@fareline/contracts';
import { searchResponseSchema } from '@fareline/contracts/schemas';
import { priceOffer } from '../pricing/pricing.ts';
import { compress } from './encoding.ts';
import { pageField, type PageRequest, type ReadPage } from './page-request.ts';
import { computeSearchFacts } from './search-facts.ts';
import { searchFlights, type SearchDeps } from './search-flights.ts';
import { toSearchKey } from './search-key.ts';
import type { SearchResult } from './search.repository.ts';

/** Page sizes of our own screens; pages of other sizes are not cached, so that requests cannot fill the cache. */
const cachedPageSizes: readonly number[] = [firstPageSize, nextPageSize, wholeListSize];

/** Builds pages, which are priced for a brand, validated against the contract, compressed and cached as bytes. */
export const createPageBuilder =
  (deps: SearchDeps): ReadPage =>
  async (request) => {
    const { mode, query, page, limit, encoding } = request;
    const result = await searchFlights(deps, mode, query);
    const bytes = await compress(JSON.stringify(toSearchResponse(result, request)), encoding);
    if (cachedPageSizes.includes(limit) && (page - 1) * limit <= result.offers.length)
      await deps.searches.writePage(toSearchKey(mode, query), result.version, pageField(request), bytes);
    return bytes;
  };

/** One page of the list, which is in price order. (API-35) */
function toSearchResponse(
  { id, offers, searchedAt }: SearchResult,
  { mode, page, limit, markupPercent }: PageRequest,
) {
  const start = (page - 1) * limit;
  return searchResponseSchema.parse({
    search_id: id,
    offers: offers.slice(start, start + limit).map((offer) => priceOffer(offer, mode, markupPercent)),
    total_count: offers.length,
    searched_at: searchedAt,
    facts: computeSearchFacts(offers),
  });
}
