import { ResponseError } from '@fareline/contracts/client';

/** Whether a request was refused because the session has ended. */
export const isSignedOut = (failure: unknown): boolean =>
  failure instanceof ResponseError && failure.status === 401;
