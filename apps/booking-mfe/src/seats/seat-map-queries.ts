import { getSeatMaps, type SeatMap } from '@fareline/contracts';
import { call, getServerMessage, retryWhenBusy } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';

/** Throws an error with the reason in its message when the id is empty or the call fails. */
export async function fetchSeatMaps(offerId: string, signal?: AbortSignal): Promise<SeatMap[]> {
  if (!offerId) throw new Error('Offer ID is required for seat maps');
  try {
    const response = await call(getSeatMaps, { params: { id: offerId }, ...(signal ? { signal } : {}) });
    return response.data;
  } catch (failure) {
    const reason = getServerMessage(failure) ?? (failure instanceof Error ? failure.message : 'no response');
    throw new Error(`Unable to retrieve seat maps: ${reason}`, { cause: failure });
  }
}

/** The seat maps of an offer, one per segment. (SEAT-01, BOOK-02, ERROR-02) */
export const seatMapsQueryOptions = (offerId: string) =>
  queryOptions({
    queryKey: ['seat-maps', offerId],
    queryFn: ({ signal }) => fetchSeatMaps(offerId, signal),
    staleTime: Infinity,
    ...retryWhenBusy(),
  });
