import {
  createRequestContext,
  getRequestContext,
  runInRequestContext,
} from '@fareline/service-kit/request-context';

/** Id of the current request or job, stored with a new row. */
export const getCurrentRequestId = (): string => (getRequestContext() ?? createRequestContext()).requestId;

/**
 * Runs work on a row with the id of the request that last started it. One id then finds all log lines and
 * calls of a booking, whichever process continues it.
 */
export const runWithRequestId = <Result>(row: { request_id: string }, work: () => Result): Result =>
  row.request_id === getRequestContext()?.requestId
    ? work()
    : runInRequestContext(createRequestContext(row.request_id), work);
