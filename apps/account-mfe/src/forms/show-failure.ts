import { getServerMessage } from '@fareline/contracts/client';
import { toast } from '@fareline/ui-theme';
import { getWaitSeconds } from '@fareline/ui-theme/widgets';

/** The server's message, or that nothing more is known. */
export const getFailureText = (failure: unknown): string =>
  getServerMessage(failure) ?? 'Something went wrong. Please try again.';

/** Shows why a form could not be sent in a toast, unless a limit refused it: the message of `SubmitButton` says that. */
export function showFailure(failure: unknown, title: string, description = getFailureText(failure)): void {
  if (getWaitSeconds(failure) === 0) toast({ title, description, variant: 'destructive' });
}
