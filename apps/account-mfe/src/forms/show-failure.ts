import { getServerMessage } from '@fareline/contracts/client';
import { toast } from '@fareline/ui-theme';
import { getWaitSeconds } from '@fareline/ui-theme/widgets';

/** Shows why a form could not be sent in a toast, unless a limit refused it: the message of `SubmitButton` says that. */
export function showFailure(
  failure: unknown,
  title: string,
  description = getServerMessage(failure) ?? 'Something went wrong. Please try again.',
): void {
  if (getWaitSeconds(failure) === 0) toast({ title, description, variant: 'destructive' });
}
