import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PaymentsConfig } from '../config.ts';
import type { Deps } from '../deps.ts';

/** Another process has leased the row or changed its state, so this process must stop working on it. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

export const createLeaseToken = (): string => randomUUID();

/** The time in `ms` milliseconds, by the database's clock. */
export const fromNow = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** Condition: no process has leased the row, or its lease has ended. */
export const isNotLeased = sql<boolean>`(lease_until is null or lease_until < now())`;

const renewalsPerLease = 3;

/**
 * Calls `renew` while this process works on a row, because a provider's call may take two minutes; the row of a killed process is
 * free after one lease. Returns the function that stops the heartbeat.
 */
export function startHeartbeat(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  renew: () => Promise<unknown>,
): () => void {
  const beat = () =>
    void renew().catch((error: unknown) => log.warn({ err: error }, 'lease not renewed, will be retried'));
  const timer = setInterval(beat, config.BOOKING_LEASE_MS / renewalsPerLease);
  return () => clearInterval(timer);
}

/** Exponential backoff in milliseconds, from RETRY_BASE_MS up to RETRY_MAX_MS. */
export const getRetryDelayMs = (config: PaymentsConfig, attempts: number): number =>
  Math.min(config.RETRY_MAX_MS, config.RETRY_BASE_MS * 2 ** Math.min(attempts, 20));

/** Milliseconds until a row is due by the database's clock: its next attempt or the end of its lease, whichever is later. */
export const msUntilDue = sql<number>`
  (extract(epoch from (greatest(next_attempt_at, lease_until) - now())) * 1000)::float8`;

/** Minimum delay, so that a row that is about to become due is not polled in a tight loop. */
const minDelayMs = 50;

/** The result with which a job asks to be rescheduled when its row is due; undefined when no work is left. */
export const rerunWhenDue = (row: { ms: number } | undefined): { rescheduleInMs: number } | undefined =>
  row && { rescheduleInMs: Math.max(minDelayMs, Math.ceil(row.ms)) };
