import type { QueryClient } from '@tanstack/react-query';
import { searchQueryKeyPrefix } from '../results/use-flight-search.ts';
import type { SearchResults } from '../results/merge-offers.ts';

/** Removes an expired offer from all cached search results, so that Back to Search lists only offers that can be bought. */
export function removeFromCache(client: QueryClient, id: string): void {
  client.setQueriesData<SearchResults>({ queryKey: [searchQueryKeyPrefix] }, (results) => {
    const offers = results?.offers.filter((offer) => offer.id !== id);
    if (!results || !offers || offers.length === results.offers.length) return results;
    return { ...results, offers, total: results.total - 1 };
  });
}
