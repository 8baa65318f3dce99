import {
  getRequestContext,
  createRequestContext,
  runInRequestContext,
} from '@fareline/service-kit/request-context';

/** Id of the current request, stored with a new row; null outside of a request. */
export const getCurrentRequestId = (): string | null => getRequestContext()?.requestId ?? null;

/**
 * Runs work on a row with the id of the request that last started it. One id then finds all log lines and
 * calls of a booking, whichever process continues it.
 */
export function runWithRequestId<Result>(
  { request_id: requestId }: { request_id: string | null },
  work: () => Result,
): Result {
  if (!requestId || requestId === getCurrentRequestId()) return work();
  return runInRequestContext(createRequestContext(requestId), work);
}
