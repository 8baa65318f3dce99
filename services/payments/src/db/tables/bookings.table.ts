import type { BookingData, Mode, SeatSelection } from '@fareline/contracts';
import type { Generated, JSONColumnType } from 'kysely';

export type BookingState =
  | 'authorised'
  | 'ordering'
  | 'pending'
  | 'ordered'
  | 'capturing'
  | 'confirmed'
  | 'releasing'
  | 'voiding'
  | 'voided'
  | 'needs_review'
  | 'cancelling'
  | 'refunding'
  | 'cancelled'
  | 'completed';

/** A passenger of the provider's order. Deleted when the order is created or the booking has failed. */
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

/** Everything needed to create the order, stored so that a restart creates an identical one. */
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
  /** Keyed hash of the visitor cookie of the booking request; null on rows older than the column. */
  visitor_hash: string | null;
  site_origin: string;
  offer_id: string;
  offer_request_id: string;
  /** Keyed hash of the request, to distinguish a repeat from another request. */
  request_hash: string;
  state: BookingState;
  order_plan: JSONColumnType<OrderPlan | null, string | null, string | null>;
  quoted_at: Date;
  ordering_since: Date | null;
  /** The provider responded with 202: accepted, outcome follows later. */
  order_accepted: Generated<boolean>;
  /** The provider reported by webhook that the order failed. */
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
  /** The response was `pending`, so the result is sent by email. */
  was_pending: Generated<boolean>;
  /** Id of the last request that started work on the row; null on rows older than the column. */
  request_id: string | null;
  lease_token: string | null;
  lease_until: Date | null;
  next_attempt_at: Generated<Date>;
  attempts: Generated<number>;
  state_since: Generated<Date>;
  created_at: Generated<Date>;
}
