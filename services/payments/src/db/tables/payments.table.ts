import type { Mode } from '@fareline/contracts';
import type { Generated } from 'kysely';

export type PaymentState =
  | 'authorising'
  | 'authorised'
  | 'declined'
  | 'capturing'
  | 'captured'
  | 'voiding'
  | 'voided'
  | 'needs_review';

/** One card authorisation. Only the brand and the last four digits of the card are stored. (D5) */
export interface PaymentsTable {
  id: string;
  mode: Mode;
  brand: string;
  /** The offer in the request; `offer_id` is the fresh offer that was priced in its place. (D33) */
  requested_offer_id: string;
  offer_id: string;
  offer_request_id: string;
  /** Sorted seat ids, joined by commas. */
  seats: string;
  amount_minor: number;
  currency: string;
  intent_id: string | null;
  state: PaymentState;
  card_brand: string | null;
  card_last4: string | null;
  failure_code: string | null;
  failure_message: string | null;
  /** The booking that uses the payment; null while unused. */
  booking_id: string | null;
  /** Id of the request that created the row; null on rows older than the column. */
  request_id: string | null;
  lease_token: string | null;
  lease_until: Date | null;
  next_attempt_at: Generated<Date>;
  attempts: Generated<number>;
  state_since: Generated<Date>;
  created_at: Generated<Date>;
}
