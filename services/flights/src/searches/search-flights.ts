import type { Mode, SearchRequest } from '@fareline/contracts';
import type { NotePrices } from '../calendar/note-prices.ts';
import type { Provider, ProviderSearch } from '../duffel/provider.ts';
import type { ProviderOffer } from '../offers/offer-record.ts';
import type { Timings } from '../timings.ts';
import { flightOf, searchKeyOf } from './search-key.ts';
import type { SearchProgressWriter } from './search-progress.ts';
import type { SearchResult, SearchStore } from './search-store.ts';
import type { SingleFlight } from './single-flight.ts';

export interface SearchParts {
  provider: Provider;
  searches: SearchStore;
  flights: SingleFlight;
  notePrices: NotePrices;
  beginProgress(searchKey: string): Promise<SearchProgressWriter>;
  timings: Pick<Timings, 'searchFresh' | 'offerAlmostOver'>;
}

/** The search's list from the cache, else from the provider: one search for everybody who asks meanwhile. (D12) */
export function searchFlights(parts: SearchParts, mode: Mode, query: SearchRequest): Promise<SearchResult> {
  const key = searchKeyOf(mode, query);
  return parts.flights.fly({
    name: flightOf(key),
    look: () => parts.searches.read(key),
    lead: () => lead(parts, mode, query, key),
  });
}

async function lead(
  parts: SearchParts,
  mode: Mode,
  query: SearchRequest,
  key: string,
): Promise<SearchResult> {
  const progress = await parts.beginProgress(key);
  try {
    const found = await parts.provider.searchWithNews(mode, query, (news) =>
      progress.note({ ...news, offers: bookable(parts, news.offers) }),
    );
    return await keep(parts, mode, query, key, found);
  } finally {
    await progress.end();
  }
}

function bookable({ timings }: SearchParts, offers: ProviderOffer[]): ProviderOffer[] {
  const least = Date.now() + timings.offerAlmostOver;
  return offers.filter(({ offer }) => Date.parse(offer.expires_at) > least);
}

async function keep(
  parts: SearchParts,
  mode: Mode,
  query: SearchRequest,
  key: string,
  found: ProviderSearch,
): Promise<SearchResult> {
  const { searches, timings } = parts;
  const { offerRequestId } = found;
  const offers = bookable(parts, found.offers);
  const now = Date.now();
  const searchedAt = new Date(now).toISOString();
  // The shortest of five minutes and the earliest expiry; no spreading, for there may be thousands. (CACHE-01, CACHE-02)
  const until = offers.reduce(
    (least, { offer }) => Math.min(least, Date.parse(offer.expires_at)),
    now + timings.searchFresh,
  );
  const result = await searches.write(key, { offerRequestId, mode, query, searchedAt, offers }, until);
  parts.notePrices(mode, query, offers[0]);
  return result;
}
