import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PaymentsConfig } from '../config.ts';

/** Somebody else took the row over, or it moved on: whoever sees this leaves it alone. */
export class LeaseLostError extends Error {
  override name = 'LeaseLost';
}

export const createLeaseToken = (): string => randomUUID();

/** A moment so many milliseconds from now, by the database's clock. */
export const fromNow = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** Milliseconds until the next try: doubles from the first wait up to the longest. */
export const getRetryDelayMs = (config: PaymentsConfig, attempts: number): number =>
  Math.min(config.RETRY_MAX_MS, config.RETRY_BASE_MS * 2 ** Math.min(attempts, 20));
