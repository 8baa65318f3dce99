import { ResponseError, getServerMessage } from '@fareline/contracts/client';
import { formatFailureReason } from '../offers/format-failure-reason.ts';

/** A failed search, with the message for the visitor; the cause is the error response, if there was one. */
export class SearchError extends Error {
  constructor(message: string, cause?: ResponseError) {
    super(message, { cause });
    this.name = 'SearchError';
  }
}

/** The messages after the last automatic retry, because those of the service name the seconds to the retry. */
const refusalMessages: Partial<Record<string, string>> = {
  SEARCH_BUSY:
    'Flight search is still busy. Please try again in a minute. Searches of the last minutes still open at once.',
  TOO_MANY_REQUESTS:
    'Many searches were started from your connection. Please try again in a minute. Searches of the last minutes still open at once.',
};

/** A response that is not ours, such as a proxy's error page, gets a general message. */
const getMessage = (failure: ResponseError): string =>
  refusalMessages[failure.code ?? ''] ??
  getServerMessage(failure) ??
  'Flight search is not available right now. Please try again in a moment.';

/** "Unable to search flights: {reason}"; the reason of an HTTP failure ends with its status. (ERROR-01, ERROR-03) */
export function toSearchError(failure: unknown): SearchError {
  if (failure instanceof SearchError) return failure;
  if (failure instanceof ResponseError) {
    const reason = formatFailureReason(getMessage(failure), 'Search', failure.status);
    return new SearchError(`Unable to search flights: ${reason}`, failure);
  }
  const reason = failure instanceof Error ? failure.message : '';
  return new SearchError(
    reason ? `Unable to search flights: ${reason}` : 'Unable to search flights. Please try again later.',
  );
}
