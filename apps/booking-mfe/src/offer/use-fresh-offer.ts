import { refreshOffer, type OfferRefresh } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';

export const freshOfferKey = (offerId: string) => ['fresh-offer', offerId];

/** Refreshes the offer in the URL for this visitor. An empty id sends no request. (PROVIDER-01, D33) */
export function useFreshOffer(offerId: string) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: freshOfferKey(offerId),
    enabled: offerId !== '',
    queryFn: async ({ signal }): Promise<OfferRefresh> => {
      const refresh = await call(refreshOffer, { params: { id: offerId }, signal });
      if (!refresh?.offer) throw new Error('No offer details available');
      // The URL gets the fresh offer's id next; cached under that id, it is not refreshed a second time.
      queryClient.setQueryData(freshOfferKey(refresh.offer.id), refresh);
      return refresh;
    },
    staleTime: Infinity,
    retry: false,
  });
}

/** Text of the error screen. (BOOK-09) */
export const getOfferErrorMessage = (failure: unknown): string =>
  getServerMessage(failure) ??
  (failure instanceof Error && failure.message ? failure.message : 'Flight offer not found');
