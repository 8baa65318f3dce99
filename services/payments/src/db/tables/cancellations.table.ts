import type { Generated } from 'kysely';

/** Cancellation quotes of the airline and their outcome. (D42) */
export interface CancellationsTable {
  /** Our quote id. */
  id: string;
  booking_id: string;
  /** The provider's order cancellation. */
  provider_id: string;
  /** Refund to the card. */
  refund_minor: number;
  currency: string;
  expires_at: Date | null;
  /** When the traveller accepted the quote. */
  accepted_at: Date | null;
  /** When the airline confirmed the cancellation. */
  confirmed_at: Date | null;
  refund_id: string | null;
  /** Sequence number in the refund's idempotency key; incremented after each 500 of the card provider. */
  refund_key: Generated<number>;
  created_at: Generated<Date>;
}
