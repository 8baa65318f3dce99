import { getServerMessage } from '@fareline/contracts/client';
import { Button, ErrorState } from '@fareline/ui-theme';
import { isForbidden, needsSignIn } from '../login/is-signed-out.ts';
import { SignInLink } from '../login/sign-in-link.tsx';
import { AccessDenied } from './access-denied.tsx';

interface LoadFailureProps {
  failure: unknown;
  title: string;
  isFetching: boolean;
  onRetry: () => void;
}

/** Offers a sign-in that returns here. */
export const SessionEnded = () => (
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

/** Instead of what could not be loaded: a sign-in where the session has ended, the home page without the rights, else reason and retry. */
export function LoadFailure({ failure, title, isFetching, onRetry }: LoadFailureProps) {
  if (needsSignIn(failure)) return <SessionEnded />;
  if (isForbidden(failure)) return <AccessDenied failure={failure} />;
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
