import type { Generated } from 'kysely';

export type OutboxEventType = 'guest_account' | 'mail_confirmed' | 'mail_failed' | 'mail_cancelled';

/** Emails to send and accounts to create. One row per booking and event type. */
export interface OutboxTable {
  id: Generated<number>;
  booking_id: string;
  /** The event type. */
  fact: OutboxEventType;
  done_at: Date | null;
  lease_token: string | null;
  lease_until: Date | null;
  next_attempt_at: Generated<Date>;
  attempts: Generated<number>;
  created_at: Generated<Date>;
}
