import { getServerMessage } from '@fareline/contracts/client';
import { Alert } from '@fareline/ui-theme/widgets';
import { isSignedOut } from '../../login/is-signed-out.ts';
import { SignInAgain } from '../../layout/sign-in-again.tsx';

interface NotDoneProps {
  title?: string;
  failure: unknown;
}

/** The button is in view on a phone, the end of the dialog above it may not be. */
const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Why a form of staff was not sent, beside its button: where the session has ended, a sign-in that keeps what was entered. */
export const NotDone = ({ title, failure }: NotDoneProps) =>
  failure ? (
    <Alert ref={showWhole} variant="destructive" title={title}>
      {isSignedOut(failure) ? (
        <SignInAgain />
      ) : (
        (getServerMessage(failure) ?? 'Nothing answered. Please try again.')
      )}
    </Alert>
  ) : null;
