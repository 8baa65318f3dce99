import type { BookingData, Mode, SeatSelection } from '@fareline/contracts';
import type { Generated, JSONColumnType } from 'kysely';

export const bookingStates = [
  'authorised',
  'ordering',
  'pending',
  'ordered',
  'capturing',
  'confirmed',
  'releasing',
  'voiding',
  'voided',
  'needs_review',
  'cancelling',
  'refunding',
  'cancelled',
  'completed',
] as const;
export type BookingState = (typeof bookingStates)[number];

/** A traveller as the order names them. Removed once the order is settled. */
export interface OrderPassenger {
  id: string;
  title: 'mr' | 'ms' | 'mrs' | 'miss' | 'dr';
  gender: 'm' | 'f';
  given_name: string;
  family_name: string;
  born_on: string;
  email: string;
  phone_number: string;
  infant_passenger_id?: string;
  passport?: { number: string; expires_on: string; issuing_country_code: string };
}

export interface BookingFailure {
  code: string;
  message: string;
  details?: Record<string, unknown>;
}

/** Everything that is needed to place the order, and to place it with the same words after a restart. */
export interface OrderPlan {
  passengers: OrderPassenger[];
  seats: SeatSelection[];
  services: string[];
  amount: string;
  currency: string;
}

export interface BookingsTable {
  id: string;
  payment_id: string;
  mode: Mode;
  brand: string;
  user_id: string | null;
  /** Keyed hash of the visitor cookie of the browser that booked; null on rows from before it was kept. */
  visitor_hash: string | null;
  site_origin: string;
  offer_id: string;
  offer_request_id: string;
  /** Keyed hash of the request, to tell a repeat from another wish. */
  request_hash: string;
  state: BookingState;
  order_plan: JSONColumnType<OrderPlan | null, string | null, string | null>;
  quoted_at: Date;
  ordering_since: Date | null;
  /** The provider said 202: accepted, told later. */
  order_accepted: Generated<boolean>;
  /** The provider said later that there will be no order. */
  order_failed: Generated<boolean>;
  order_id: string | null;
  booking_reference: string | null;
  provider_amount: string | null;
  provider_currency: string | null;
  amount_minor: number;
  currency: string;
  contact_email: string;
  contact_first_name: string;
  contact_last_name: string;
  booking_data: JSONColumnType<BookingData, string, string>;
  guest_account: JSONColumnType<{ username: string; email: string } | null, string | null, string | null>;
  claim_token_hash: string | null;
  last_arrival_at: Date;
  failure: JSONColumnType<BookingFailure | null, string | null, string | null>;
  /** It was answered as pending, so its result is told by mail. */
  was_pending: Generated<boolean>;
  /** Of the request that asked for what is done with the row; null for rows of before. */
  request_id: string | null;
  lease_token: string | null;
  lease_until: Date | null;
  next_attempt_at: Generated<Date>;
  attempts: Generated<number>;
  state_since: Generated<Date>;
  created_at: Generated<Date>;
}
