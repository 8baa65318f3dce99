/** Prefix that all provider order ids share; it does not distinguish bookings. (CONFIRM-03) */
const constantPrefix = /^ord_0{0,4}/;

/**
 * The reference shown to the traveller: the airline's, else the first 8 characters of the order id after its constant
 * prefix, in capitals. Undefined while neither exists. (CONFIRM-03, TRIPS-14)
 */
export function getBookingReference(booking: {
  bookingReference: string | null;
  duffelBookingId: string | null;
}): string | undefined {
  if (booking.bookingReference) return booking.bookingReference;
  return booking.duffelBookingId?.replace(constantPrefix, '').slice(0, 8).toUpperCase() || undefined;
}
