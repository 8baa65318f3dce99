import type { BookingResponse } from '@fareline/contracts';
import { toast } from '@fareline/ui-theme';

/** Milliseconds to read the first toast before the second replaces it: only one is shown at a time. */
const confirmationDelay = 2500;

/** Shows that the booking is confirmed, after a toast for a new account. (PAY-21) */
export function showBookingToasts(booking: BookingResponse): void {
  const showConfirmation = () =>
    toast({ title: 'Booking confirmed!', description: 'A confirmation is on its way by email.' });
  // Without its password the account was announced by an earlier response, and this response signs no user in.
  if (!booking.accountInfo?.password) return void showConfirmation();
  toast({ title: 'Account created!', description: 'You are signed in. Your booking is in My Trips.' });
  setTimeout(showConfirmation, confirmationDelay);
}
