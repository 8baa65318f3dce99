import { ResponseError, getServerMessage } from '@fareline/contracts/client';
import { RequestFailure } from '../../offers/request-failure.ts';

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

/** "Unable to search flights: {reason}". (ERROR-01, ERROR-03) */
export const toSearchFailure = (failure: unknown): RequestFailure =>
  new RequestFailure(
    'Unable to search flights',
    'Search',
    failure,
    failure instanceof ResponseError ? getMessage(failure) : undefined,
  );

/** For a failure without a reason, such as a lost connection. (ERROR-01) */
export const searchFailureFallback = 'Unable to search flights. Please try again later.';
