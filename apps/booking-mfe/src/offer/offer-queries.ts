import { refreshOffer, type OfferRefresh } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';
import { retryWhenBusy } from './retry-when-busy.ts';
import { verifyOfferValidity } from './verify-offer-validity.ts';

const freshOfferKey = (offerId: string) => ['fresh-offer', offerId];

/** The offer in the URL, refreshed for this visitor. An empty id sends no request. (PROVIDER-01, D33) */
export const freshOfferQueryOptions = (offerId: string) =>
  queryOptions({
    queryKey: freshOfferKey(offerId),
    enabled: offerId !== '',
    queryFn: async ({ client, signal }): Promise<OfferRefresh> => {
      const refresh = await call(refreshOffer, { params: { id: offerId }, signal });
      if (!refresh?.offer) throw new Error('No offer details available');
      // The URL gets the fresh offer's id next; cached under that id, it is not refreshed a second time.
      client.setQueryData(freshOfferKey(refresh.offer.id), refresh);
      return refresh;
    },
    staleTime: Infinity,
    ...retryWhenBusy,
  });

/** Text of the error screen. (BOOK-09) */
export const getOfferErrorMessage = (failure: unknown): string =>
  getServerMessage(failure) ??
  (failure instanceof Error && failure.message ? failure.message : 'Flight offer not found');

/** Whether the offer can be booked, checked on mount and then every `intervalSeconds`, until it has expired. (PAX-24, PAY-12) */
export const offerValidityQueryOptions = (offerId: string, intervalSeconds: number) =>
  queryOptions({
    queryKey: ['offer-validity', offerId, intervalSeconds],
    queryFn: ({ signal }) => verifyOfferValidity(offerId, signal),
    refetchInterval: ({ state }) => (state.data?.error === 'OFFER_EXPIRED' ? false : intervalSeconds * 1000),
    staleTime: 0,
    gcTime: 0,
  });
