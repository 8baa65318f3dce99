import type { Migration } from 'kysely/migration';
import * as paymentsAndBookings from './20261120_0001_payments_and_bookings.ts';
import * as attemptsAndOutbox from './20261120_0002_attempts_and_outbox.ts';
import * as requestIds from './20261122_0001_request_ids.ts';
import * as visitors from './20261122_0002_visitors.ts';
import * as refundKeys from './20261122_0003_refund_keys.ts';
import * as resumedAttempts from './20261122_0004_resumed_attempts.ts';
import * as requesters from './20261123_0001_requesters.ts';
import * as auditEvents from './20261123_0002_audit_events.ts';
import * as attemptLimits from './20261125_0012_attempt_limits.ts';
import * as minorUnits from './20261126_0001_minor_units.ts';
import * as reviewCases from './20261126_0002_review_cases.ts';
import * as reconciliations from './20261126_0003_reconciliations.ts';
import * as bookingActions from './20261126_0004_booking_actions.ts';
import * as dailyCloses from './20261126_0005_daily_closes.ts';
import * as statusTokens from './20261126_0401_status_tokens.ts';

/** Migrations in execution order. */
export const migrations: Record<string, Migration> = {
  '20261120_0001_payments_and_bookings': paymentsAndBookings,
  '20261120_0002_attempts_and_outbox': attemptsAndOutbox,
  '20261122_0001_request_ids': requestIds,
  '20261122_0002_visitors': visitors,
  '20261122_0003_refund_keys': refundKeys,
  '20261122_0004_resumed_attempts': resumedAttempts,
  '20261123_0001_requesters': requesters,
  '20261123_0002_audit_events': auditEvents,
  '20261125_0012_attempt_limits': attemptLimits,
  '20261126_0001_minor_units': minorUnits,
  '20261126_0002_review_cases': reviewCases,
  '20261126_0003_reconciliations': reconciliations,
  '20261126_0004_booking_actions': bookingActions,
  '20261126_0005_daily_closes': dailyCloses,
  '20261126_0401_status_tokens': statusTokens,
};
