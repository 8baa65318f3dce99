import { getServerMessage } from '@fareline/contracts/client';
import { Button, ErrorState } from '@fareline/ui-theme';
import { isSignedOut } from '../login/is-signed-out.ts';
import { SignInLink } from '../login/sign-in-link.tsx';

interface LoadFailureProps {
  failure: unknown;
  title: string;
  isFetching: boolean;
  onRetry: () => void;
}

/** Instead of what could not be loaded: a sign-in where the session has ended, else the reason and a retry. */
export function LoadFailure({ failure, title, isFetching, onRetry }: LoadFailureProps) {
  if (isSignedOut(failure))
    return (
      <ErrorState
        title="Please sign in again"
        text="Your session has ended."
        action={
          <Button asChild>
            <SignInLink />
          </Button>
        }
      />
    );
  return (
    <ErrorState
      title={title}
      text={getServerMessage(failure) ?? 'Nothing answered. Please try again.'}
      action={
        <Button loading={isFetching} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
