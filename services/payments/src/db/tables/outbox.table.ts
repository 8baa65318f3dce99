import type { Generated } from 'kysely';

export type OutboxEventType = 'guest_account' | 'mail_confirmed' | 'mail_failed' | 'mail_cancelled';

/** What is still to be told to somebody else. One row a booking and fact. */
export interface OutboxTable {
  id: Generated<number>;
  booking_id: string;
  fact: OutboxEventType;
  done_at: Date | null;
  lease_token: string | null;
  lease_until: Date | null;
  next_attempt_at: Generated<Date>;
  attempts: Generated<number>;
  created_at: Generated<Date>;
}
