import { verifyEmail } from '@fareline/contracts';
import { call, currentUserQueryOptions, getServerMessage } from '@fareline/contracts/client';
import { Button, EmptyState, LoadingText } from '@fareline/ui-theme';
import { Alert, getWaitSeconds, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FormPage } from '../layout/account-page.tsx';
import { isRefusedLink } from '../links/link-failures.ts';
import { useLinkToken } from '../links/use-link-token.ts';

/** `/verify-email?token=...`: the target of the link in the mail. It needs no session. */
export function Component() {
  const token = useLinkToken('token');
  return (
    <FormPage title="Confirm your email address">
      {token === '' && <InvalidLink title="This link is not complete" />}
      {token && <Verification token={token} />}
    </FormPage>
  );
}

/** Opening the link changes nothing: programs that look for viruses open the links of mails, and a press is the reader's. (CARE-01) */
function Verification({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const verification = useMutation({
    mutationFn: () => call(verifyEmail, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserQueryOptions.queryKey }),
  });
  const { error, isSuccess } = verification;

  if (isSuccess) return <Confirmed>Your email address is confirmed. Thank you!</Confirmed>;
  if (isRefusedLink(error)) return <RefusedLink />;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        verification.mutate();
      }}
    >
      {error && getWaitSeconds(error) === 0 && (
        <Alert variant="destructive">
          Your email address is not confirmed yet.{' '}
          {getServerMessage(error) ?? 'Nothing answered. Please try again.'}
        </Alert>
      )}
      <p>If you made an account with this email address, please confirm it here.</p>
      <SubmitButton size="large" block request={verification} waitTitle="Not confirmed yet">
        Confirm email address
      </SubmitButton>
    </form>
  );
}

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

/** The link may have been used by this page before a reload, which is no failure. */
function RefusedLink() {
  const { data: user, isPending } = useQuery(currentUserQueryOptions);
  if (isPending) return <LoadingText>Confirming your email address...</LoadingText>;
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
