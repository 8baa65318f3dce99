import { currentUser, listBookings, type BookingResponse } from '@fareline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { announceBooking } from './booking-toasts.ts';

/** What follows a booking that was confirmed: it is announced, and who is signed in and which trips there are is read anew. */
export function useBookingMade(): (booking: BookingResponse) => void {
  const queryClient = useQueryClient();
  return (booking) => {
    void queryClient.invalidateQueries({ queryKey: [currentUser.path] });
    void queryClient.invalidateQueries({ queryKey: [listBookings.path] });
    announceBooking(booking);
  };
}
