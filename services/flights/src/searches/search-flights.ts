import type { Mode, SearchRequest } from '@fareline/contracts';
import type { Provider } from '../duffel/provider.ts';
import type { OfferStore } from '../offers/offer-store.ts';
import type { Timings } from '../timings.ts';
import { searchKeyOf } from './search-key.ts';
import type { SearchResult, SearchStore } from './search-store.ts';
import type { SingleFlight } from './single-flight.ts';

export interface SearchParts {
  provider: Provider;
  searches: SearchStore;
  offers: OfferStore;
  flights: SingleFlight;
  timings: Pick<Timings, 'searchFresh' | 'offerAlmostOver'>;
}

/** The search's list from the cache, else from the provider: one call for everybody who asks meanwhile. (D12) */
export function searchFlights(parts: SearchParts, mode: Mode, query: SearchRequest): Promise<SearchResult> {
  const key = searchKeyOf(mode, query);
  return parts.flights.fly({
    name: `search.${key}`,
    look: () => parts.searches.read(key),
    lead: () => askProvider(parts, mode, query, key),
  });
}

async function askProvider(
  { provider, searches, offers, timings }: SearchParts,
  mode: Mode,
  query: SearchRequest,
  key: string,
): Promise<SearchResult> {
  const answer = await provider.search(mode, query, 'search');
  const now = Date.now();
  const bookable = answer.offers.filter(
    ({ offer }) => Date.parse(offer.expires_at) > now + timings.offerAlmostOver,
  );
  const result = { id: answer.offerRequestId, searchedAt: new Date(now).toISOString(), offers: bookable };
  // The offers first: whoever sees a list must be able to open what is in it.
  await offers.writeAll(
    bookable.map((offer) => ({
      ...offer,
      mode,
      query,
      offerRequestId: answer.offerRequestId,
      isShared: true,
      hasServices: false,
    })),
  );
  // The shortest of five minutes and the earliest expiry. (CACHE-01, CACHE-02)
  const until = Math.min(
    now + timings.searchFresh,
    ...bookable.map(({ offer }) => Date.parse(offer.expires_at)),
  );
  await searches.write(key, result, until);
  return result;
}
