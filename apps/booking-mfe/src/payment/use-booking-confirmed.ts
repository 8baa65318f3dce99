import { listBookings, type BookingResponse } from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import { bookingInMyTrips, confirmationOnItsWay } from '@fareline/contracts/promises';
import { currentToast, toast } from '@fareline/ui-theme';
import { useQueryClient } from '@tanstack/react-query';

/** Milliseconds to read the first toast before the second replaces it: only one is shown at a time. */
const confirmationDelay = 2500;

/** Shows that the booking is confirmed, after a toast for a new account. (PAY-21) */
function showBookingToasts(booking: BookingResponse): void {
  const showConfirmation = () => toast({ title: 'Booking confirmed!', description: confirmationOnItsWay });
  // An account without its password was announced by an earlier response, and this response signs no user in.
  if (!booking.accountInfo?.password) return void showConfirmation();
  const description = `You are signed in. ${bookingInMyTrips}`;
  const first = toast({ title: 'Account created!', description });
  // A toast that has come in between says something newer, such as that the booking is cancelled.
  setTimeout(() => currentToast()?.id === first && showConfirmation(), confirmationDelay);
}

/** Returns the handler of a confirmed booking: shows toasts and reloads the signed-in user and the list of trips. */
export function useBookingConfirmed(): (booking: BookingResponse) => void {
  const queryClient = useQueryClient();
  return (booking) => {
    void queryClient.invalidateQueries({ queryKey: currentUserQueryOptions.queryKey });
    void queryClient.invalidateQueries({ queryKey: [listBookings.path] });
    showBookingToasts(booking);
  };
}
