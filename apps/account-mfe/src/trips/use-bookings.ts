import { getBooking, listBookings, type BookingData, type BookingListItem } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { bookingDataSchema } from '@fareline/contracts/schemas';
import { useQuery } from '@tanstack/react-query';

export const bookingsKey = [listBookings.path];

/** The user's bookings; a 401 is an error here, never an empty list. (TRIPS-02) */
export function useBookings() {
  return useQuery({
    queryKey: bookingsKey,
    queryFn: ({ signal }) => call(listBookings, { signal }),
    retry: false,
    // The list is read anew each time the screen opens: a booking may have been made or settled since.
    refetchOnMount: 'always',
  });
}

export type Trip = Omit<BookingListItem, 'bookingData'> & { bookingData: BookingData };

/** One booking; its data comes as text and is read here. (TRIPS-13) */
export function useTrip(id: string) {
  return useQuery({
    queryKey: [listBookings.path, id],
    queryFn: async ({ signal }): Promise<Trip> => {
      if (!id) throw new Error('Booking ID is required');
      const booking = await call(getBooking, { params: { id }, signal });
      return { ...booking, bookingData: bookingDataSchema.parse(JSON.parse(booking.bookingData)) };
    },
    retry: false,
    gcTime: 0,
  });
}
