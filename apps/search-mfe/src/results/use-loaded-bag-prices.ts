import type { Offer } from '@fareline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { offerQueryOptions } from '../offers/offer-queries.ts';

/** The offers with the bag prices of those that were opened: orders and filters count them, wherever their cards stand. */
export function useLoadedBagPrices(offers: readonly Offer[] | undefined): Offer[] | undefined {
  const client = useQueryClient();
  return useMemo(
    () =>
      offers?.map((offer) => {
        if (offer.checked_bag.status !== 'unknown') return offer;
        const opened = client.getQueryData(offerQueryOptions(offer.id).queryKey);
        return opened ? { ...offer, checked_bag: opened.checked_bag } : offer;
      }),
    [offers, client],
  );
}
