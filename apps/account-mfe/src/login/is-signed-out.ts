import { ResponseError } from '@fareline/contracts/client';

/** Whether a request was refused because the session has ended. */
export const isSignedOut = (failure: unknown): boolean =>
  failure instanceof ResponseError && failure.status === 401;

/** Whether a screen could not be loaded because nobody is signed in, or the second factor is owed yet. */
export const needsSignIn = (failure: unknown): boolean =>
  isSignedOut(failure) || (failure instanceof ResponseError && failure.code === 'FACTOR_REQUIRED');

/** Whether a request was refused because the user is not of staff. */
export const isForbidden = (failure: unknown): boolean =>
  failure instanceof ResponseError && failure.status === 403 && !needsSignIn(failure);
