import { ResponseError, getServerMessage } from '@fareline/contracts/client';
import { formatFailureReason } from '../offers/format-failure-reason.ts';

/** A failed search, with the message for the visitor. */
export class SearchError extends Error {
  /** Seconds until a retry may succeed; undefined if the search should not be retried. (PROVIDER-07) */
  readonly retryAfterSeconds: number | undefined;
  /** Whether a limit of the visitor's connection was reached, and not one of all visitors. (LIMIT-02) */
  readonly isOwnLimit: boolean;

  constructor(message: string, retryAfterSeconds?: number, isOwnLimit = false) {
    super(message);
    this.name = 'SearchError';
    this.retryAfterSeconds = retryAfterSeconds;
    this.isOwnLimit = isOwnLimit;
  }
}

const busyCode = 'SEARCH_BUSY';
const ownLimitCode = 'TOO_MANY_REQUESTS';
const defaultRetryAfterSeconds = 3;

/** The retry delay of a busy, rate-limited or unavailable service. */
function toRetryAfterSeconds({ status, code, retryAfterSeconds }: ResponseError): number | undefined {
  if (code === busyCode) return retryAfterSeconds ?? defaultRetryAfterSeconds;
  return status === 429 || status === 503 ? retryAfterSeconds : undefined;
}

/** The message after the last automatic retry; a response that is not ours, such as a proxy's error page, gets a general one. */
function getMessage(failure: ResponseError): string {
  if (failure.code === busyCode) return 'Flight search is still busy. Please try again.';
  return (
    getServerMessage(failure) ?? 'Flight search is not available right now. Please try again in a moment.'
  );
}

/** "Unable to search flights: {reason}"; the reason of an HTTP failure ends with its status. (ERROR-01, ERROR-03) */
export function toSearchError(failure: unknown): SearchError {
  if (failure instanceof SearchError) return failure;
  if (failure instanceof ResponseError) {
    const reason = formatFailureReason(getMessage(failure), 'Search', failure.status);
    const isOwnLimit = failure.code === ownLimitCode;
    return new SearchError(`Unable to search flights: ${reason}`, toRetryAfterSeconds(failure), isOwnLimit);
  }
  const reason = failure instanceof Error ? failure.message : '';
  return new SearchError(
    reason ? `Unable to search flights: ${reason}` : 'Unable to search flights. Please try again later.',
  );
}
