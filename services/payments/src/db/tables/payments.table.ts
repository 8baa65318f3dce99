import type { Mode } from '@fareline/contracts';
import type { Generated } from 'kysely';

export const paymentStates = [
  'authorising',
  'authorised',
  'declined',
  'capturing',
  'captured',
  'voiding',
  'voided',
  'needs_review',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** One authorisation of a card. Of the card only its brand and last four digits are kept. (D5) */
export interface PaymentsTable {
  id: string;
  mode: Mode;
  brand: string;
  /** The offer that the browser named, and the one that was priced in its place. (D33) */
  requested_offer_id: string;
  offer_id: string;
  offer_request_id: string;
  /** Sorted ids of the seat services, joined by commas. */
  seats: string;
  amount_minor: number;
  currency: string;
  intent_id: string | null;
  state: PaymentState;
  card_brand: string | null;
  card_last4: string | null;
  failure_code: string | null;
  failure_message: string | null;
  /** The booking that it pays for; null while nobody used it. */
  booking_id: string | null;
  /** Of the request that asked for what is done with the row; null for rows of before. */
  request_id: string | null;
  lease_token: string | null;
  lease_until: Date | null;
  next_attempt_at: Generated<Date>;
  attempts: Generated<number>;
  state_since: Generated<Date>;
  created_at: Generated<Date>;
}
