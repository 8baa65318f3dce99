import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PaymentsConfig } from '../config.ts';

/** Another process has leased the row or changed its state, so this process must stop working on it. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

export const createLeaseToken = (): string => randomUUID();

/** The time in `ms` milliseconds, by the database's clock. */
export const fromNow = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** Exponential backoff in milliseconds, from RETRY_BASE_MS up to RETRY_MAX_MS. */
export const getRetryDelayMs = (config: PaymentsConfig, attempts: number): number =>
  Math.min(config.RETRY_MAX_MS, config.RETRY_BASE_MS * 2 ** Math.min(attempts, 20));
