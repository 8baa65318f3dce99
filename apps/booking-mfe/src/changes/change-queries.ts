import {
  getBooking,
  getBookingChange,
  listBookings,
  type BookingData,
  type CancellationMoment,
} from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { bookingDataSchema } from '@fareline/contracts/schemas';
import { queryOptions } from '@tanstack/react-query';
import { getPollDelay } from '../payment/poll-delay.ts';

export interface ChangeIds {
  bookingId: string;
  changeId: string;
}

/** A change of a booking, asked for again until the airline has answered. (TRIP-03, TRIP-04) */
export const changeQueryOptions = ({ bookingId, changeId }: ChangeIds) =>
  queryOptions({
    queryKey: ['booking-change', bookingId, changeId],
    queryFn: ({ signal }) => call(getBookingChange, { params: { id: bookingId, changeId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'under_way' ? (getPollDelay(state.dataUpdateCount) ?? false) : false,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

/** What was booked, as it was before the change, and by what it says what comes back of a cancellation. */
export interface ChangedBooking {
  data: BookingData;
  moment: CancellationMoment;
}

export const changedBookingQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [listBookings.path, id, 'before'],
    queryFn: async ({ signal }): Promise<ChangedBooking> => {
      const booking = await call(getBooking, { params: { id }, signal });
      return { data: bookingDataSchema.parse(JSON.parse(booking.bookingData)), moment: booking };
    },
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
