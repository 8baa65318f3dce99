import {
  getOffer,
  getSeatMaps,
  searchFlights,
  type Offer,
  type OfferDetails,
  type QueryOf,
} from '@fareline/contracts';
import {
  ResponseError,
  StatedError,
  buildUrl,
  call,
  describeRefusal,
  getRetryAfterSeconds,
  retryWhenBusy,
} from '@fareline/contracts/client';
import { useRetryWait } from '@fareline/ui-theme/widgets';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { RequestFailure } from './request-failure.ts';

const getStatus = (error: Error): number | undefined =>
  error.cause instanceof ResponseError ? error.cause.status : undefined;

/** Whether the offer can no longer be bought: it has expired (410), or expired before it was first loaded (404). */
export const isGone = (error: Error): boolean => [404, 410].includes(getStatus(error) ?? 0);

/** Whether a retry may succeed: network error, server error or rate limit. */
export const isRetryable = (error: Error): boolean =>
  error.cause instanceof TypeError || (getStatus(error) ?? 0) >= 500 || getStatus(error) === 429;

/** Throws a RequestFailure, or a StatedError when the response is empty. (ERROR-02 to ERROR-04) */
async function fetchOffer(
  id: string,
  query: QueryOf<typeof getOffer>,
  signal: AbortSignal,
): Promise<OfferDetails> {
  const offer = await call(getOffer, { params: { id }, query, signal }).catch((failure: unknown) => {
    throw new RequestFailure('Unable to retrieve flight offer', 'Offer request', failure);
  });
  if (!offer) throw new StatedError('No offer details available');
  return offer;
}

/** Whether a search of this tab has the offer, and with it the other fares of its flights. */
const isListed = (client: QueryClient, id: string): boolean =>
  client
    .getQueriesData<{ offers: readonly Offer[] }>({ queryKey: [searchFlights.path] })
    .some(([, results]) => results?.offers.some((offer) => offer.id === id));

/** The query of one offer, with its paid extras once they have been loaded; of one opened by its address, with its other fares. */
export const offerQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [buildUrl(getOffer.path, { id })],
    queryFn: ({ client, signal }) =>
      fetchOffer(id, { extras: 'stored', ...(!isListed(client, id) && { fares: 'same-flights' }) }, signal),
    staleTime: 60_000,
    retry: false,
  });

/**
 * The query of the offer with its paid extras, which the service requests from the airline: only for a screen that shows them.
 * Its result is also that of `offerQueryOptions`. (LIMIT-03)
 */
export const offerWithExtrasQueryOptions = (id: string) => {
  const { queryKey } = offerQueryOptions(id);
  return queryOptions({
    queryKey: [...queryKey, 'extras'],
    queryFn: async ({ client, signal }) => {
      try {
        const offer = await fetchOffer(id, { extras: 'required' }, signal);
        client.setQueryData(queryKey, (before) => ({ ...offer, fares: before?.fares }));
        return offer;
      } catch (error) {
        if (error instanceof Error && isGone(error)) void client.invalidateQueries({ queryKey, exact: true });
        throw error;
      }
    },
    staleTime: 60_000,
    retry: false,
  });
};

/**
 * The request for the paid extras of an offer, of which the checked bag is one, by a button. After a refusal `isWaiting` is true
 * until the call can succeed and `failure` counts the seconds; `announcement` is the failure for screen readers, which hear no
 * countdown.
 */
export function useBagPriceRequest(id: string) {
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery({
    ...offerWithExtrasQueryOptions(id),
    enabled: false,
  });
  const failure = isFetching ? null : error;
  const { isWaiting, text, announcement } = useRetryWait(
    getRetryAfterSeconds(failure),
    errorUpdatedAt,
    (seconds) =>
      seconds > 0
        ? `${describeRefusal(failure)}. The bag price can be asked for in ${seconds} s`
        : 'The bag price can be asked for now',
  );
  const otherFailure = failure ? 'The bag price could not be asked for' : undefined;
  return {
    data,
    isFetching,
    isWaiting,
    failure: text ?? otherFailure,
    announcement: announcement ?? otherFailure,
    request: () => void (isWaiting || refetch()),
  };
}

/** The seat maps of an offer. (ERROR-02, ERROR-04) */
export const seatMapsQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [buildUrl(getSeatMaps.path, { id })],
    queryFn: ({ signal }) =>
      call(getSeatMaps, { params: { id }, signal }).catch((failure: unknown) => {
        throw new RequestFailure('Unable to retrieve seat maps', 'Seat map request', failure);
      }),
    ...retryWhenBusy(),
  });
