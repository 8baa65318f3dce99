import type { Generated, JSONColumnType } from 'kysely';
import type { BookingFailure } from './bookings.table.ts';

/** Idempotency keys of the browser's requests, stored for 72 hours. */
export interface IdempotencyKeysTable {
  /** Hash of the endpoint and the key. */
  id: string;
  /** Keyed hash of the request body; the HMAC key is not in the database. */
  body_hash: string;
  is_done: Generated<boolean>;
  payment_id: string | null;
  booking_id: string | null;
  /** The response, if it was a failure that no payment or booking row records. */
  failure: JSONColumnType<BookingFailure | null, string | null, string | null>;
  /** The page that made the request is closed and another page requests its response. */
  is_resumed: Generated<boolean>;
  locked_until: Date;
  created_at: Generated<Date>;
}
