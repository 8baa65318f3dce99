import { getServerMessage, ResponseError } from '@fareline/contracts/client';

/** What the browser says of a passkey that was not shown or made, in words; a cancelled or timed out dialog is no error. */
const browserReasons: Record<string, string> = {
  InvalidStateError: 'This device or key is one of your passkeys already.',
  NotAllowedError: 'The passkey was not confirmed. Please try again, or use another way.',
  SecurityError: 'Passkeys do not work at this address. Please use another way.',
};

/** Why a second factor was not shown or added. */
export function describeFactorFailure(failure: Error): string {
  if (failure instanceof ResponseError)
    return getServerMessage(failure) ?? 'Nothing answered. Please try again.';
  return (
    browserReasons[failure.name] ?? 'The passkey could not be used. Please try again, or use another way.'
  );
}

/** Whether the sign-in has to begin anew, because the second factor was not shown within five minutes. */
export const isSignInOver = (failure: unknown): boolean =>
  failure instanceof ResponseError && failure.status === 401;
