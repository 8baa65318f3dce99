import type { QueryClient } from '@tanstack/react-query';
import { searchQueryKeyPrefix } from '../results/use-flight-search.ts';
import type { SearchResults } from '../results/merge-offers.ts';

/** Takes an offer that is gone out of the lists at hand: the way back leads to flights that can be bought. */
export function removeFromCache(client: QueryClient, id: string): void {
  client.setQueriesData<SearchResults>({ queryKey: [searchQueryKeyPrefix] }, (results) => {
    const offers = results?.offers.filter((offer) => offer.id !== id);
    if (!results || !offers || offers.length === results.offers.length) return results;
    return { ...results, offers, total: results.total - 1 };
  });
}
