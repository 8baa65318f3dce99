import { ResponseError, getServerMessage } from '@fareline/contracts/client';

/** Whether the token of a mailed link was refused for good: it has expired, was used, or a part of it is missing. */
export const isRefusedLink = (failure: unknown): boolean =>
  failure instanceof ResponseError && (failure.status === 410 || failure.status === 400);

/** The message of a request with the token of a mailed link; undefined if the service has none. */
export function getLinkMessage(failure: unknown): string | undefined {
  // The other values of these requests are validated before.
  const isIncomplete = failure instanceof ResponseError && failure.code === 'VALIDATION_ERROR';
  return isIncomplete
    ? 'This link is not complete. Please open it from the email again.'
    : getServerMessage(failure);
}
