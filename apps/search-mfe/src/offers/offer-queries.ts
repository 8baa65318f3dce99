import { getOffer, getSeatMaps, type OfferDetails } from '@fareline/contracts';
import { ResponseError, call, getServerMessage } from '@fareline/contracts/client';
import { queryOptions, useQuery } from '@tanstack/react-query';

function reasonOf(failure: unknown, what: string): string {
  if (failure instanceof ResponseError) {
    return [getServerMessage(failure), `${what} failed with status: ${failure.status}`]
      .filter(Boolean)
      .join(' ');
  }
  return failure instanceof Error ? failure.message : '';
}

function unableTo(action: string, what: string, failure: unknown): Error {
  const reason = reasonOf(failure, what);
  return new Error(reason && `Unable to retrieve ${action}: ${reason}`, { cause: failure });
}

const statusOf = (error: Error): number | undefined =>
  error.cause instanceof ResponseError ? error.cause.status : undefined;

/** It cannot be bought any more: it has ended (410), or ended before it was ever opened (404). */
export const isGone = (error: Error): boolean => [404, 410].includes(statusOf(error) ?? 0);

/** What was asked for may be answered the next time: the connection or a service was away. */
export const isRetryable = (error: Error): boolean =>
  error.cause instanceof TypeError || (statusOf(error) ?? 0) >= 500 || statusOf(error) === 429;

/** Raises an Error with the sentence for the visitor, empty where there is no reason to give. (ERROR-02 to ERROR-04) */
async function fetchOffer(id: string, signal: AbortSignal): Promise<OfferDetails> {
  const offer = await call(getOffer, { params: { id }, signal }).catch((failure: unknown) => {
    throw unableTo('flight offer', 'Offer request', failure);
  });
  if (!offer) throw new Error('No offer details available');
  return offer;
}

/** One offer with its paid extras, as the card and the offer's page share it. */
export const offerQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [`/api/flights/offer/${encodeURIComponent(id)}`],
    queryFn: ({ signal }) => fetchOffer(id, signal),
    staleTime: 60_000,
    retry: false,
  });

/** The seat maps, fetched when they are asked for. */
export function useSeatMaps(id: string, needed: boolean) {
  return useQuery({
    queryKey: [`/api/flights/seatmaps/${encodeURIComponent(id)}`],
    queryFn: ({ signal }) =>
      call(getSeatMaps, { params: { id }, signal }).catch((failure: unknown) => {
        throw unableTo('seat maps', 'Seat map request', failure);
      }),
    enabled: needed,
    retry: false,
  });
}
