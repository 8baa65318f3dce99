import type { BookingResponse } from '@fareline/contracts';
import { toast } from '@fareline/ui-theme';

/** Long enough to read the first before the second takes its place: there is one toast at a time. */
const confirmationDelay = 2500;

/** (PAY-21) */
export function showBookingToasts(booking: BookingResponse): void {
  const confirmed = () =>
    toast({ title: 'Booking confirmed!', description: 'A confirmation is on its way by email.' });
  // An account without its password was told of before, or to a page that is gone; nobody was signed in now.
  if (!booking.accountInfo?.password) return void confirmed();
  toast({ title: 'Account created!', description: 'You are signed in. Your booking is in My Trips.' });
  setTimeout(confirmed, confirmationDelay);
}
