import { refreshOffer, searchFlights, type OfferRefresh } from '@fareline/contracts';
import {
  call,
  describeRefusal,
  getRetryAfterSeconds,
  getServerMessage,
  StatedError,
  retryWhenBusy,
} from '@fareline/contracts/client';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { isOfferUnavailable, verifyOfferValidity } from './verify-offer-validity.ts';

const freshOfferKey = (offerId: string, price: string) => ['fresh-offer', offerId, price];

/** Makes lists that are shown again load the new price. (PROVIDER-02) */
export const invalidateLists = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: [searchFlights.path] });

/** Ends what is known of an offer, so that it is refreshed again. */
export const forgetFreshOffer = (client: QueryClient, offerId: string): void =>
  client.removeQueries({ queryKey: ['fresh-offer', offerId] });

/** From now on the price of the refreshed offer is the one in sight. (BOOK-10) */
export const acceptRefreshedPrice = (client: QueryClient, { offer }: OfferRefresh): void => {
  const { id, total_amount: price } = offer;
  const accepted: OfferRefresh = { offer, price_changed: false, previous_total_amount: price };
  client.setQueryData(freshOfferKey(id, price), accepted);
};

/** The offer in the URL with the price that was in sight, refreshed for this visitor. An empty id sends no request. (PROVIDER-01) */
export const freshOfferQueryOptions = (offerId: string, price: string) =>
  queryOptions({
    queryKey: freshOfferKey(offerId, price),
    enabled: offerId !== '',
    queryFn: async ({ client, signal }): Promise<OfferRefresh> => {
      const refresh = await call(refreshOffer, { params: { id: offerId }, query: { price }, signal });
      if (!refresh?.offer) throw new StatedError('No offer details available');
      // The URL gets the fresh offer's id next; cached under that id, it is not refreshed a second time.
      client.setQueryData(freshOfferKey(refresh.offer.id, refresh.previous_total_amount), refresh);
      if (refresh.price_changed) invalidateLists(client);
      return refresh;
    },
    staleTime: Infinity,
    ...retryWhenBusy(),
  });

/** After the last automatic retry, or when it would come too late. */
function describeWait(failure: unknown, retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  const wait = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  return `${describeRefusal(failure)}, so your flight could not be opened yet. It stays chosen, with everything that you entered. Please press Try Again ${wait}.`;
}

/** Text of the error screen. (BOOK-09, PROVIDER-07) */
export function getOfferErrorMessage(failure: unknown): string {
  const retryAfterSeconds = getRetryAfterSeconds(failure);
  if (retryAfterSeconds !== undefined) return describeWait(failure, retryAfterSeconds);
  const message = getServerMessage(failure);
  if (message !== undefined) return message;
  return failure instanceof Error && failure.message
    ? 'Unable to load flight details. Please try again.'
    : 'Flight offer not found';
}

/** Whether the offer can be booked, checked on mount and then every `intervalSeconds`, until it has expired. (PAX-24, PAY-12) */
export const offerValidityQueryOptions = (offerId: string, intervalSeconds: number) =>
  queryOptions({
    queryKey: ['offer-validity', offerId, intervalSeconds],
    queryFn: ({ signal }) => verifyOfferValidity(offerId, signal),
    refetchInterval: ({ state }) => (isOfferUnavailable(state.data) ? false : intervalSeconds * 1000),
    staleTime: 0,
    gcTime: 0,
  });
