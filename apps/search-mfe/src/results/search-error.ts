import { ResponseError, getServerMessage } from '@fareline/contracts/client';

/** A search that did not work, with the sentence that the visitor sees. */
export class SearchError extends Error {
  /** Set where waiting helps: seconds until it is worth asking again. (PROVIDER-07) */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'SearchError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const busy = 'SEARCH_BUSY';
const busyPauseSeconds = 3;

/** A service that is busy or away for a moment says when to come back. */
function pauseOf({ status, code, retryAfterSeconds }: ResponseError): number | undefined {
  if (code === busy) return retryAfterSeconds ?? busyPauseSeconds;
  return status === 429 || status === 503 ? retryAfterSeconds : undefined;
}

/** The sentence for who reads it: by then nobody tries again unasked, and a stranger's answer (a proxy's page) has none. */
function sentenceOf(failure: ResponseError): string {
  if (failure.code === busy) return 'Flight search is still busy. Please try again.';
  return (
    getServerMessage(failure) ?? 'Flight search is not available right now. Please try again in a moment.'
  );
}

/** "Unable to search flights: {reason}", the reason of an answer ending in its status. (ERROR-01, ERROR-03) */
export function toSearchError(failure: unknown): SearchError {
  if (failure instanceof SearchError) return failure;
  if (failure instanceof ResponseError) {
    const reason = `${sentenceOf(failure)} Search failed with status: ${failure.status}`;
    return new SearchError(`Unable to search flights: ${reason}`, pauseOf(failure));
  }
  const reason = failure instanceof Error ? failure.message : '';
  return new SearchError(
    reason ? `Unable to search flights: ${reason}` : 'Unable to search flights. Please try again later.',
  );
}
