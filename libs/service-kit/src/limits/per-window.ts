import { AppError, type LimitName } from '../app-error.ts';

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

/** A time to wait, in words: `8 seconds`, `a minute`, `12 minutes`. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
}

/** The error of a limit; its text says how long to wait. */
export const tooManyRequests =
  (limit: LimitName, toMessage: (wait: string) => string) =>
  ({ waitMs }: Reached<unknown>): AppError => {
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    const message = toMessage(formatWait(retryAfterSeconds));
    return new AppError('TOO_MANY_REQUESTS', { message, retryAfterSeconds, limit });
  };
