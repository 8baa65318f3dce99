import type { Mode } from '@fareline/contracts';

/**
 * Which booking may order out of an offer request: the provider books each once. Given back only after a definite
 * refusal of an offer that is still there, never after an unknown outcome. (D33)
 */
export interface BookingLocksTable {
  mode: Mode;
  offer_request_id: string;
  booking_id: string;
}
