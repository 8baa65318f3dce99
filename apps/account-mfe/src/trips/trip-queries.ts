import {
  getBooking,
  listBookings,
  listTickets,
  quoteCancellation,
  type BookingData,
  type BookingDetail,
} from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { bookingDataSchema } from '@fareline/contracts/schemas';
import { queryOptions } from '@tanstack/react-query';
import { isUnderWay } from './trip-labels.ts';

/** The user's bookings; a 401 is an error here, never an empty list. (TRIPS-02) */
export const bookingsQueryOptions = queryOptions({
  queryKey: [listBookings.path],
  queryFn: ({ signal }) => call(listBookings, { signal }),
  retry: false,
  // A booking may have been made or confirmed since the last visit of the screen.
  refetchOnMount: 'always',
});

/** A booking with its details parsed. */
export type BookingDetails = Omit<BookingDetail, 'bookingData'> & { bookingData: BookingData };

const settledEveryMs = 15_000;

/**
 * One booking, asked for again until the airline has answered; the service sends its details as a JSON string, which is parsed here.
 * (TRIPS-13)
 */
export const bookingQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [listBookings.path, id],
    queryFn: async ({ signal }): Promise<BookingDetails> => {
      if (!id) throw new Error('Booking ID is required');
      const booking = await call(getBooking, { params: { id }, signal });
      return { ...booking, bookingData: bookingDataSchema.parse(JSON.parse(booking.bookingData)) };
    },
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? settledEveryMs : false),
    retry: false,
    gcTime: 0,
  });

const ticketsEveryMs = 60_000;

/** The e-tickets of a booking, asked for again until the airline has issued them. (TRIP-01) */
export const ticketsQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [listBookings.path, id, 'tickets'],
    queryFn: ({ signal }) => call(listTickets, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'awaited' ? ticketsEveryMs : false),
    gcTime: 0,
  });

/** The refund of a cancellation, which may change at any time. (TRIPS-20) */
export const cancellationQuoteQueryOptions = (id: string) =>
  queryOptions({
    queryKey: ['cancellation-quote', id],
    queryFn: ({ signal }) => call(quoteCancellation, { params: { id }, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
