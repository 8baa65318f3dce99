import { readBookingProgress, type BookingProgress } from '@fareline/contracts';
import { call, ResponseError } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';
import { getPollDelay } from '../payment/poll-delay.ts';

/** The token is unknown or has ended. */
export const isLinkInvalid = (failure: unknown): boolean =>
  failure instanceof ResponseError && (failure.status === 410 || failure.status === 400);

const openStatuses: readonly BookingProgress['status'][] = ['pending', 'review'];

/**
 * The progress of a booking, read again less and less often until it has an end. After that never: only the first confirmed
 * response has the password of a guest's account. (STATUS-01, STATUS-02)
 */
export const bookingProgressQueryOptions = (token: string) =>
  queryOptions({
    queryKey: [readBookingProgress.path, token],
    queryFn: ({ signal }) => call(readBookingProgress, { body: { token }, signal }),
    enabled: token !== '',
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) =>
      isLinkInvalid(error) || (data && !openStatuses.includes(data.status))
        ? false
        : (getPollDelay(dataUpdateCount + errorUpdateCount) ?? false),
  });
