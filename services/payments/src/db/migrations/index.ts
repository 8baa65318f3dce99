import type { Migration } from 'kysely/migration';
import * as paymentsAndBookings from './20261120_0001_payments_and_bookings.ts';
import * as attemptsAndOutbox from './20261120_0002_attempts_and_outbox.ts';

/** In the order in which they run. */
export const migrations: Record<string, Migration> = {
  '20261120_0001_payments_and_bookings': paymentsAndBookings,
  '20261120_0002_attempts_and_outbox': attemptsAndOutbox,
};
