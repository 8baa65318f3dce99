import { verifyEmail } from '@fareline/contracts';
import { ResponseError, call, currentUserQueryOptions, getServerMessage } from '@fareline/contracts/client';
import { Button, EmptyState, ErrorState, LoadingText } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { FormPage } from '../layout/account-page.tsx';
import { useLinkToken } from '../links/use-link-token.ts';

/** `/verify-email?token=...`: the target of the link in the mail. It needs no session. */
export function Component() {
  return (
    <FormPage title="Confirm your email address">
      <Verification token={useLinkToken()} />
    </FormPage>
  );
}

function Verification({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const { mutate, error, isSuccess } = useMutation({
    mutationFn: () => call(verifyEmail, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserQueryOptions.queryKey }),
  });
  // The link works once, and effects run twice in development.
  const isSent = useRef(false);
  useEffect(() => {
    if (!token || isSent.current) return;
    isSent.current = true;
    mutate();
  }, [token, mutate]);

  if (isSuccess)
    return (
      <>
        <Alert variant="success">Your email address is confirmed. Thank you!</Alert>
        <Link className="link-text" to="/my-trips">
          Go to My Trips
        </Link>
      </>
    );
  const isInvalid =
    !token || (error instanceof ResponseError && (error.status === 410 || error.status === 400));
  if (isInvalid)
    return (
      <EmptyState
        title={token ? 'This link has expired or was used before' : 'This link is not complete'}
        text="Your account settings show whether your email address is confirmed, and send you a new link."
        action={
          <Button asChild>
            <Link to="/account-settings">Go to the settings</Link>
          </Button>
        }
      />
    );
  if (error)
    return (
      <ErrorState
        title="Your email address is not confirmed yet"
        text={getServerMessage(error) ?? 'Nothing answered. Please try again.'}
        action={<Button onClick={() => mutate()}>Try again</Button>}
      />
    );
  return <LoadingText>Confirming your email address...</LoadingText>;
}
