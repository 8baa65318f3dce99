import type { Mode, SearchRequest } from '@fareline/contracts';
import type { RecordPrice } from '../calendar/record-price.ts';
import type { FlightProvider, ProviderSearch } from '../duffel/flight-provider.ts';
import type { Durations } from '../durations.ts';
import type { ProviderOffer } from '../duffel/provider-offer.ts';
import { toSearchKey, toFlightKey } from './search-key.ts';
import type { SearchProgressWriter } from './search-progress-writer.ts';
import type { SearchResult, SearchRepository } from './search.repository.ts';
import type { SingleFlight } from '../single-flight/single-flight.ts';

export interface SearchDeps {
  provider: FlightProvider;
  searches: SearchRepository;
  singleFlight: SingleFlight;
  recordPrice: RecordPrice;
  openProgress(searchKey: string): Promise<SearchProgressWriter>;
  durations: Pick<Durations, 'searchTtl' | 'minOfferLifetime'>;
}

/** Returns the cached result, or searches at the provider once for all concurrent requests. (D12) */
export function searchFlights(deps: SearchDeps, mode: Mode, query: SearchRequest): Promise<SearchResult> {
  const searchKey = toSearchKey(mode, query);
  return deps.singleFlight.run({
    key: toFlightKey(searchKey),
    read: () => deps.searches.read(searchKey),
    load: () => loadFromProvider(deps, mode, query, searchKey),
  });
}

async function loadFromProvider(
  deps: SearchDeps,
  mode: Mode,
  query: SearchRequest,
  searchKey: string,
): Promise<SearchResult> {
  const progress = await deps.openProgress(searchKey);
  try {
    const found = await deps.provider.searchWithProgress(mode, query, (batch) =>
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
  const { searches, durations } = deps;
  const { offerRequestId } = found;
  const offers = filterListable(deps, found.offers);
  const now = Date.now();
  const searchedAt = new Date(now).toISOString();
  // Cached for five minutes, but not beyond the earliest expiry; `reduce` because there may be too many offers for a spread. (CACHE-01, CACHE-02)
  const until = offers.reduce(
    (earliest, { offer }) => Math.min(earliest, Date.parse(offer.expires_at)),
    now + durations.searchTtl,
  );
  const result = await searches.write(searchKey, { offerRequestId, mode, query, searchedAt, offers }, until);
  deps.recordPrice(mode, query, offers[0]);
  return result;
}
