import type { Generated } from 'kysely';

/** What the airline offered for cancelling, and what became of it. (D42) */
export interface CancellationsTable {
  /** Our quote id. */
  id: string;
  booking_id: string;
  /** The provider's order cancellation. */
  provider_id: string;
  /** What goes back to the card. */
  refund_minor: number;
  currency: string;
  expires_at: Date | null;
  /** The traveller agreed to this one. */
  accepted_at: Date | null;
  /** The airline confirmed it. */
  confirmed_at: Date | null;
  refund_id: string | null;
  /** Number of the idempotency key that the refund is asked for with; one more after each 500 of the card provider. */
  refund_key: Generated<number>;
  created_at: Generated<Date>;
}
