import { refreshOffer, type OfferRefresh } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';

export const freshOfferKey = (offerId: string) => ['own-offer', offerId];

/** The offer of one's own in place of the one in the address. (PROVIDER-01, D33) */
export function useFreshOffer(offerId: string) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: freshOfferKey(offerId),
    enabled: offerId !== '',
    queryFn: async ({ signal }): Promise<OfferRefresh> => {
      const exchange = await call(refreshOffer, { params: { id: offerId }, signal });
      if (!exchange?.offer) throw new Error('No offer details available');
      // The address takes the own id next; asking for it again would tell nothing new.
      queryClient.setQueryData(freshOfferKey(exchange.offer.id), exchange);
      return exchange;
    },
    staleTime: Infinity,
    retry: false,
  });
}

/** What the error screen says. (BOOK-09) */
export const offerErrorMessage = (failure: unknown): string =>
  getServerMessage(failure) ??
  (failure instanceof Error && failure.message ? failure.message : 'Flight offer not found');
