import { listBookings, type BookingResponse } from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import { useQueryClient } from '@tanstack/react-query';
import { showBookingToasts } from './booking-toasts.ts';

/** Returns the handler of a confirmed booking: shows toasts and reloads the signed-in user and the list of trips. */
export function useBookingConfirmed(): (booking: BookingResponse) => void {
  const queryClient = useQueryClient();
  return (booking) => {
    void queryClient.invalidateQueries({ queryKey: currentUserQueryOptions.queryKey });
    void queryClient.invalidateQueries({ queryKey: [listBookings.path] });
    showBookingToasts(booking);
  };
}
