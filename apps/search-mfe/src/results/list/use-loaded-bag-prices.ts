import type { Offer } from '@fareline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { offerQueryOptions } from '../../offers/offer-queries.ts';

/** The offers with the bag prices of those loaded by the offer page, so that sorting and filters use them. */
export function useLoadedBagPrices(offers: readonly Offer[] | undefined): Offer[] | undefined {
  const client = useQueryClient();
  return useMemo(
    () =>
      offers?.map((offer) => {
        if (offer.checked_bag.status !== 'unknown') return offer;
        const loaded = client.getQueryData(offerQueryOptions(offer.id).queryKey);
        return loaded ? { ...offer, checked_bag: loaded.checked_bag } : offer;
      }),
    [offers, client],
  );
}
