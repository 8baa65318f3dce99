import type { AppError } from '../app-error.ts';

/** A limit that lets no attempt through for a while. */
export interface Reached<Limit> {
  limit: Limit;
  waitMs: number;
}

/**
 * Counts attempts within a time window: in memory, in Redis, or in the table `attempts`. An attempt that one of its limits refuses
 * counts for none.
 */
export interface WindowStore<Limit> {
  /** Counts an attempt, or returns a limit that refuses it. */
  count(limits: readonly Limit[]): Reached<Limit> | undefined | Promise<Reached<Limit> | undefined>;
}

/** Counts an attempt; throws beyond a limit. (LIMIT-01) */
export async function perWindow<Limit>(
  store: WindowStore<Limit>,
  limits: readonly Limit[],
  toError: (reached: Reached<Limit>) => AppError,
): Promise<void> {
  const reached = await store.count(limits);
  if (reached) throw toError(reached);
}
