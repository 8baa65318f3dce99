import { verifyEmail } from '@fareline/contracts';
import { call, currentUserQueryOptions, getServerMessage } from '@fareline/contracts/client';
import { Button, EmptyState, ErrorState, LoadingText } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { FormPage } from '../layout/account-page.tsx';
import { isRefusedLink } from '../links/link-failures.ts';
import { useLinkToken } from '../links/use-link-token.ts';

/** `/verify-email?token=...`: the target of the link in the mail. It needs no session. */
export function Component() {
  const token = useLinkToken('token');
  return (
    <FormPage title="Confirm your email address">
      {token === '' ? <InvalidLink title="This link is not complete" /> : <Verification token={token} />}
    </FormPage>
  );
}

function Verification({ token }: { token: string | undefined }) {
  const queryClient = useQueryClient();
  const { mutate, error, isSuccess } = useMutation({
    mutationFn: (token: string) => call(verifyEmail, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserQueryOptions.queryKey }),
  });
  // The link works once, and effects run twice in development.
  const sentToken = useRef<string>(undefined);
  useEffect(() => {
    if (!token || sentToken.current === token) return;
    sentToken.current = token;
    mutate(token);
  }, [token, mutate]);

  if (isSuccess) return <Confirmed>Your email address is confirmed. Thank you!</Confirmed>;
  if (isRefusedLink(error)) return <RefusedLink />;
  if (error && token)
    return (
      <ErrorState
        title="Your email address is not confirmed yet"
        text={getServerMessage(error) ?? 'Nothing answered. Please try again.'}
        action={<Button onClick={() => mutate(token)}>Try again</Button>}
      />
    );
  return <Verifying />;
}

const Verifying = () => <LoadingText>Confirming your email address...</LoadingText>;

function Confirmed({ children }: { children: string }) {
  return (
    <>
      <Alert variant="success">{children}</Alert>
      <Link className="link-text" to="/my-trips">
        Go to My Trips
      </Link>
    </>
  );
}

/** After a reload the link was used by this page before, which is no failure. */
function RefusedLink() {
  const { data: user, isPending } = useQuery(currentUserQueryOptions);
  if (isPending) return <Verifying />;
  if (user?.emailVerified) return <Confirmed>{`${user.email} is confirmed.`}</Confirmed>;
  return <InvalidLink title="This link has expired or was used before" />;
}

function InvalidLink({ title }: { title: string }) {
  return (
    <EmptyState
      title={title}
      text="Your account settings show whether your email address is confirmed, and send you a new link."
      action={
        <Button asChild>
          <Link to="/account-settings?tab=profile">Go to the settings</Link>
        </Button>
      }
    />
  );
}
