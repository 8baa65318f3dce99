import type { Generated, JSONColumnType } from 'kysely';
import type { BookingFailure } from './bookings.table.ts';

/** Attempts as the browser numbers them. Kept for 72 hours. */
export interface IdempotencyKeysTable {
  /** Hash of the endpoint and the key. */
  id: string;
  /** Keyed hash of the request; the key is not in the database. */
  body_hash: string;
  is_done: Generated<boolean>;
  payment_id: string | null;
  booking_id: string | null;
  /** The answer, where it was a refusal before there was a row to tell it from. */
  failure: JSONColumnType<BookingFailure | null, string | null, string | null>;
  /** The page that made the call is gone, and another one asks for its answer. */
  is_resumed: Generated<boolean>;
  locked_until: Date;
  created_at: Generated<Date>;
}
