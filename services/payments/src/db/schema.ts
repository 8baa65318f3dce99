import type { Kysely } from 'kysely';
import type { BookingLocksTable } from './tables/booking-locks.table.ts';
import type { BookingStepsTable } from './tables/booking-steps.table.ts';
import type { BookingsTable } from './tables/bookings.table.ts';
import type { CancellationsTable } from './tables/cancellations.table.ts';
import type { CardAttemptsTable } from './tables/card-attempts.table.ts';
import type { IdempotencyKeysTable } from './tables/idempotency-keys.table.ts';
import type { OutboxTable } from './tables/outbox.table.ts';
import type { PaymentsTable } from './tables/payments.table.ts';
import type { WebhookEventsTable } from './tables/webhook-events.table.ts';

export interface Tables {
  payments: PaymentsTable;
  bookings: BookingsTable;
  booking_steps: BookingStepsTable;
  claims: BookingLocksTable;
  idempotency_keys: IdempotencyKeysTable;
  card_attempts: CardAttemptsTable;
  outbox: OutboxTable;
  cancellations: CancellationsTable;
  webhook_events: WebhookEventsTable;
}

/** The database of the service, or a transaction. */
export type Database = Kysely<Tables>;
