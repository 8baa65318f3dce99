import type { Mode } from '@fareline/contracts';

/**
 * Which booking may order out of an offer request: the provider books each once. Given back only after a definite
 * refusal, never after an unknown outcome. (D33)
 */
export interface ClaimsTable {
  mode: Mode;
  offer_request_id: string;
  booking_id: string;
}
