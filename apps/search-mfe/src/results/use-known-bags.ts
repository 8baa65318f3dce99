import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { offerQuery } from '../offers/offer-calls.ts';
import type { SearchResults } from './read-search-response.ts';

/** The results with the bag prices of offers that were opened: orders and filters count them, wherever their cards stand. */
export function useKnownBags(results: SearchResults | undefined): SearchResults | undefined {
  const client = useQueryClient();
  return useMemo(() => {
    if (!results) return undefined;
    const offers = results.offers.map((offer) => {
      if (offer.checked_bag.status !== 'unknown') return offer;
      const opened = client.getQueryData(offerQuery(offer.id).queryKey);
      return opened ? { ...offer, checked_bag: opened.checked_bag } : offer;
    });
    return { ...results, offers };
  }, [results, client]);
}
