import { z } from 'zod';
import { AppError } from './app-error.ts';
import { getRequestContext, runInRequestContext } from './request-context.ts';
import { TimeoutError, withTimeout } from './with-timeout.ts';

/** How many milliseconds the caller waits for the response: not a time of day, because the clocks of machines differ. */
export const requestTimeoutHeader = 'x-request-timeout-ms';

/** At most six digits: no caller waits for a quarter of an hour. */
const timeoutSchema = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number);

/** When the caller stops waiting, in milliseconds since 1970; undefined if the header is missing or malformed. */
export function readDeadline(headers: Record<string, unknown>): number | undefined {
  const timeoutMs = timeoutSchema.safeParse(headers[requestTimeoutHeader]).data;
  return timeoutMs === undefined ? undefined : Date.now() + timeoutMs;
}

const createDeadlineError = (cause: unknown = new TimeoutError('the caller waits no longer')): AppError =>
  new AppError('SERVICE_UNAVAILABLE', { cause });

const getMsLeft = (): number => (getRequestContext()?.deadline ?? Infinity) - Date.now();

/** Throws SERVICE_UNAVAILABLE after the deadline of the current request, so that nothing is begun for a caller that waits no longer. */
export function checkDeadline(): void {
  if (getMsLeft() <= 0) throw createDeadlineError();
}

/** The timeout, or what is left until the deadline of the current request if that is less. Throws as `checkDeadline` does. */
export function limitToDeadline(timeoutMs: number): number {
  checkDeadline();
  return Math.max(1, Math.min(timeoutMs, getMsLeft()));
}

/**
 * Waits for work that others may wait for too: at the deadline of the current request only the wait ends, with
 * SERVICE_UNAVAILABLE.
 */
export async function waitUntilDeadline<Result>(work: Promise<Result>): Promise<Result> {
  const msLeft = getMsLeft();
  if (msLeft === Infinity) return work;
  try {
    return await withTimeout(Math.max(0, msLeft), work);
  } catch (error) {
    throw error instanceof TimeoutError ? createDeadlineError(error) : error;
  }
}

/** Starts work whose result others use too, so that it must not end when the first of them waits no longer. */
export function runWithoutDeadline<Result>(work: () => Result): Result {
  const context = getRequestContext();
  if (context?.deadline === undefined) return work();
  return runInRequestContext({ ...context, deadline: undefined }, work);
}
