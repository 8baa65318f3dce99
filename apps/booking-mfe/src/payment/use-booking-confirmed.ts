import { currentUser, listBookings, type BookingResponse } from '@fareline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { showBookingToasts } from './booking-toasts.ts';

/** What follows a booking that was confirmed: it is announced, and who is signed in and which trips there are is read anew. */
export function useBookingConfirmed(): (booking: BookingResponse) => void {
  const queryClient = useQueryClient();
  return (booking) => {
    void queryClient.invalidateQueries({ queryKey: [currentUser.path] });
    void queryClient.invalidateQueries({ queryKey: [listBookings.path] });
    showBookingToasts(booking);
  };
}
