import type { Kysely } from 'kysely';
import type { BookingStepsTable } from './booking-steps.ts';
import type { BookingsTable } from './bookings.ts';
import type { CancellationsTable } from './cancellations.ts';
import type { CardAttemptsTable } from './card-attempts.ts';
import type { ClaimsTable } from './claims.ts';
import type { IdempotencyKeysTable } from './idempotency-keys.ts';
import type { OutboxTable } from './outbox.ts';
import type { PaymentsTable } from './payments.ts';
import type { WebhookEventsTable } from './webhook-events.ts';

export interface Tables {
  payments: PaymentsTable;
  bookings: BookingsTable;
  booking_steps: BookingStepsTable;
  claims: ClaimsTable;
  idempotency_keys: IdempotencyKeysTable;
  card_attempts: CardAttemptsTable;
  outbox: OutboxTable;
  cancellations: CancellationsTable;
  webhook_events: WebhookEventsTable;
}

/** The service's tables, or a transaction over them. */
export type Database = Kysely<Tables>;
