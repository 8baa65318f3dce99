/** What every order id of the provider begins with; it tells bookings apart for nobody. (D16) */
const constantPrefix = /^ord_0{0,4}/;

/**
 * What the traveller quotes: the airline's reference, else 8 characters of the order id behind its constant prefix, in
 * capitals. Undefined while there is neither. (CONFIRM-03, TRIPS-14, D16)
 */
export function getBookingReference(booking: {
  bookingReference: string | null;
  duffelBookingId: string | null;
}): string | undefined {
  if (booking.bookingReference) return booking.bookingReference;
  return booking.duffelBookingId?.replace(constantPrefix, '').slice(0, 8).toUpperCase() || undefined;
}
