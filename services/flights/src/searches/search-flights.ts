import type { Mode, SearchRequest } from '@fareline/contracts';
import type { RecordPrice } from '../calendar/record-price.ts';
import type { Provider, ProviderSearch } from '../duffel/flight-provider.ts';
import type { ProviderOffer } from '../offers/offer-record.ts';
import type { Durations } from '../durations.ts';
import { searchFlightKey, searchCacheKey } from './search-key.ts';
import type { SearchProgressWriter } from './search-progress-writer.ts';
import type { SearchResult, SearchStore } from './search-store.ts';
import type { SingleFlight } from './single-flight.ts';

export interface SearchDeps {
  provider: Provider;
  searches: SearchStore;
  flights: SingleFlight;
  recordPrice: RecordPrice;
  beginProgress(searchKey: string): Promise<SearchProgressWriter>;
  durations: Pick<Durations, 'searchTtl' | 'minOfferLifetime'>;
}

/** The search's list from the cache, else from the provider: one search for everybody who asks meanwhile. (D12) */
export function searchFlights(deps: SearchDeps, mode: Mode, query: SearchRequest): Promise<SearchResult> {
  const key = searchCacheKey(mode, query);
  return deps.flights.fly({
    name: searchFlightKey(key),
    look: () => deps.searches.read(key),
    lead: () => lead(deps, mode, query, key),
  });
}

async function lead(deps: SearchDeps, mode: Mode, query: SearchRequest, key: string): Promise<SearchResult> {
  const progress = await deps.beginProgress(key);
  try {
    const found = await deps.provider.searchWithProgress(mode, query, (news) =>
      progress.note({ ...news, offers: bookable(deps, news.offers) }),
    );
    return await keep(deps, mode, query, key, found);
  } finally {
    await progress.end();
  }
}

function bookable({ durations }: SearchDeps, offers: ProviderOffer[]): ProviderOffer[] {
  const least = Date.now() + durations.minOfferLifetime;
  return offers.filter(({ offer }) => Date.parse(offer.expires_at) > least);
}

async function keep(
  deps: SearchDeps,
  mode: Mode,
  query: SearchRequest,
  key: string,
  found: ProviderSearch,
): Promise<SearchResult> {
  const { searches, durations } = deps;
  const { offerRequestId } = found;
  const offers = bookable(deps, found.offers);
  const now = Date.now();
  const searchedAt = new Date(now).toISOString();
  // The shortest of five minutes and the earliest expiry; no spreading, for there may be thousands. (CACHE-01, CACHE-02)
  const until = offers.reduce(
    (least, { offer }) => Math.min(least, Date.parse(offer.expires_at)),
    now + durations.searchTtl,
  );
  const result = await searches.write(key, { offerRequestId, mode, query, searchedAt, offers }, until);
  deps.recordPrice(mode, query, offers[0]);
  return result;
}
