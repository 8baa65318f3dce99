import type { Mode } from '@fareline/contracts';

/**
 * Booking locks: the booking that may order from an offer request, which the provider books only once. Deleted only after a
 * definite refusal of an offer that still exists, never after an unknown outcome. (D33)
 */
export interface BookingLocksTable {
  mode: Mode;
  offer_request_id: string;
  booking_id: string;
}
