import { getOffer, getSeatMaps, type OfferDetails, type QueryOf } from '@fareline/contracts';
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

/** The seconds until a retry can succeed, if the service says so. */
export const getRetryAfterSeconds = (error: Error): number | undefined =>
  error.cause instanceof ResponseError ? error.cause.retryAfterSeconds : undefined;

/** Throws an Error with the message for the visitor, which is empty if there is no reason to give. (ERROR-02 to ERROR-04) */
async function fetchOffer(
  id: string,
  extras: QueryOf<typeof getOffer>['extras'],
  signal: AbortSignal,
): Promise<OfferDetails> {
  const offer = await call(getOffer, { params: { id }, query: { extras }, signal }).catch(
    (failure: unknown) => {
      throw toRetrievalError('flight offer', 'Offer request', failure);
    },
  );
  if (!offer) throw new Error('No offer details available');
  return offer;
}

const maxRetries = 3;

/** The query of one offer, with its paid extras once they have been loaded. */
export const offerQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [buildUrl(getOffer.path, { id })],
    queryFn: ({ signal }) => fetchOffer(id, 'stored', signal),
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
        const offer = await fetchOffer(id, 'required', signal);
        client.setQueryData(queryKey, offer);
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

/** Options of a query that is repeated after the time that a busy service names. (PROVIDER-07) */
export const retryWhenBusy = {
  retry: (failures: number, error: Error) =>
    getRetryAfterSeconds(error) !== undefined && failures < maxRetries,
  retryDelay: (_failures: number, error: Error) => (getRetryAfterSeconds(error) ?? 0) * 1000,
};

/** Why the price of a bag was not loaded, and when it can be. */
export function describeBagPriceFailure(error: Error): string {
  const seconds = getRetryAfterSeconds(error);
  return seconds === undefined
    ? 'The bag price could not be asked for'
    : `The airlines are busy. The bag price can be asked for in ${seconds} s`;
}

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
