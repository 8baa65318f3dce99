import { getOffer, getSeatMaps, type OfferDetails } from '@fareline/contracts';
import { ResponseError, buildUrl, call, getServerMessage } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';
import { formatFailureReason } from './format-failure-reason.ts';

function getFailureReason(failure: unknown, what: string): string {
  if (failure instanceof ResponseError) {
    return formatFailureReason(getServerMessage(failure), what, failure.status);
  }
  return failure instanceof Error ? failure.message : '';
}

function toRetrievalError(action: string, what: string, failure: unknown): Error {
  const reason = getFailureReason(failure, what);
  return new Error(reason && `Unable to retrieve ${action}: ${reason}`, { cause: failure });
}

const getStatus = (error: Error): number | undefined =>
  error.cause instanceof ResponseError ? error.cause.status : undefined;

/** Whether the offer can no longer be bought: it has expired (410), or expired before it was first loaded (404). */
export const isGone = (error: Error): boolean => [404, 410].includes(getStatus(error) ?? 0);

/** Whether a retry may succeed: network error, server error or rate limit. */
export const isRetryable = (error: Error): boolean =>
  error.cause instanceof TypeError || (getStatus(error) ?? 0) >= 500 || getStatus(error) === 429;

/** Throws an Error with the message for the visitor, which is empty if there is no reason to give. (ERROR-02 to ERROR-04) */
async function fetchOffer(id: string, signal: AbortSignal): Promise<OfferDetails> {
  const offer = await call(getOffer, { params: { id }, signal }).catch((failure: unknown) => {
    throw toRetrievalError('flight offer', 'Offer request', failure);
  });
  if (!offer) throw new Error('No offer details available');
  return offer;
}

/** The query of one offer with its paid extras, shared by the card and the offer page. */
export const offerQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [buildUrl(getOffer.path, { id })],
    queryFn: ({ signal }) => fetchOffer(id, signal),
    staleTime: 60_000,
    retry: false,
  });

/** The seat maps of an offer. (ERROR-02, ERROR-04) */
export const seatMapsQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [buildUrl(getSeatMaps.path, { id })],
    queryFn: ({ signal }) =>
      call(getSeatMaps, { params: { id }, signal }).catch((failure: unknown) => {
        throw toRetrievalError('seat maps', 'Seat map request', failure);
      }),
    retry: false,
  });
