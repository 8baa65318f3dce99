import { ResponseError, failureTextOf } from '@fareline/contracts/client';

/** A search that did not work, with the sentence that the visitor sees. */
export class SearchFailure extends Error {
  /** Set while the search is only busy: seconds until it is worth asking again. (PROVIDER-07) */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'SearchFailure';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const busyPauseSeconds = 3;

/** "Unable to search flights: {reason}", the reason of an answer ending in its status. (ERROR-01, ERROR-03) */
export function toSearchFailure(failure: unknown): SearchFailure {
  if (failure instanceof SearchFailure) return failure;
  if (failure instanceof ResponseError) {
    const reason = [failureTextOf(failure), `Search failed with status: ${failure.status}`]
      .filter(Boolean)
      .join(' ');
    const busy = failure.code === 'SEARCH_BUSY';
    return new SearchFailure(
      `Unable to search flights: ${reason}`,
      busy ? (failure.retryAfterSeconds ?? busyPauseSeconds) : undefined,
    );
  }
  const reason = failure instanceof Error ? failure.message : '';
  return new SearchFailure(
    reason ? `Unable to search flights: ${reason}` : 'Unable to search flights. Please try again later.',
  );
}
