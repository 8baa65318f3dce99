import type { Mode, SearchRequest } from '@fareline/contracts';
import { searchResponseSchema } from '@fareline/contracts/schemas';
import { recordCheapestPrice } from '../calendar/record-price.ts';
import type { ProviderSearch } from '../duffel/flight-provider.ts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import { priceOffer } from '../pricing/pricing.ts';
import { compress } from './encoding.ts';
import type { SearchDeps } from './search-deps.ts';
import { computeSearchFacts } from './search-facts.ts';
import { toFlightKey, toSearchKey } from './search-key.ts';
import { openProgressWriter } from './search-progress-writer.ts';
import { hasCachedSize, pageField, type PageRequest, type SearchResult } from './search.repository.ts';

/**
 * Builds a page, which is priced for a brand, validated against the contract, compressed and cached as bytes. The search is
 * cached too; if it is not, the provider is called once for all concurrent requests. (CACHE-04)
 */
export async function buildPage(deps: SearchDeps, request: PageRequest): Promise<Buffer> {
  const { mode, query, page, limit, encoding, client } = request;
  const searchKey = toSearchKey(mode, query);
  const result = await deps.singleFlight.run({
    key: toFlightKey(searchKey),
    read: () => deps.searches.read(searchKey),
    load: () => searchProvider(deps, request, searchKey),
    client,
  });
  const bytes = await compress(JSON.stringify(toSearchResponse(result, request)), encoding);
  if (hasCachedSize(request) && (page - 1) * limit <= result.offers.length)
    await deps.searches.writePage(searchKey, result, pageField(request), bytes);
  return bytes;
}

async function searchProvider(
  deps: SearchDeps,
  { mode, query, client }: PageRequest,
  searchKey: string,
): Promise<SearchResult> {
  const progress = await openProgressWriter(deps, searchKey);
  try {
    const found = await deps.provider.searchWithProgress(mode, query, client, (batch) =>
      progress.write({ ...batch, offers: filterListable(deps, batch.offers) }),
    );
    return await storeResult(deps, mode, query, searchKey, found);
  } finally {
    await progress.close();
  }
}

function filterListable({ durations }: SearchDeps, offers: ProviderOffer[]): ProviderOffer[] {
  const minExpiry = Date.now() + durations.minOfferLifetime;
  return offers.filter(({ offer }) => Date.parse(offer.expires_at) > minExpiry);
}

async function storeResult(
  deps: SearchDeps,
  mode: Mode,
  query: SearchRequest,
  searchKey: string,
  found: ProviderSearch,
): Promise<SearchResult> {
  const { offerRequestId } = found;
  const offers = filterListable(deps, found.offers);
  const searchedAt = new Date().toISOString();
  const { median_emissions_kg: medianEmissionsKg } = computeSearchFacts(offers);
  const list = { offerRequestId, mode, query, searchedAt, medianEmissionsKg, offers };
  const result = await deps.searches.write(searchKey, list);
  recordCheapestPrice(deps, mode, query, offers[0]);
  return result;
}

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
