import { listLaterBags } from '@fareline/contracts';
import { call, retryWhenBusy } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';

/** The bags that the airline sells for a booking now. (TRIP-04) */
export const laterBagsQueryOptions = (id: string) =>
  queryOptions({
    queryKey: ['later-bags', id],
    queryFn: ({ signal }) => call(listLaterBags, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    ...retryWhenBusy(),
  });
