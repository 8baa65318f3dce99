import { getRequestContext, createRequestContext, runInRequestContext } from '@fareline/service-kit';

/** For a new row: the request that asks for it. */
export const getCurrentRequestId = (): string | null => getRequestContext()?.requestId ?? null;

/**
 * Runs work on a row as part of the request that asked for it, so that one id finds every log line and call of a booking,
 * whichever process, job or sweep goes on with it.
 */
export function runWithRequestId<Result>(
  { request_id: requestId }: { request_id: string | null },
  work: () => Result,
): Result {
  if (!requestId || requestId === getCurrentRequestId()) return work();
  return runInRequestContext(createRequestContext(requestId), work);
}
