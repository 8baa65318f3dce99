import { agreeToAddress } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { yesEndsWait } from '@fareline/contracts/promises';
import { Button, EmptyState } from '@fareline/ui-theme';
import { Alert, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { showFailure } from '../forms/show-failure.ts';
import { FormPage } from '../layout/account-page.tsx';
import { getLinkMessage, isRefusedLink } from '../links/link-failures.ts';
import { ContactLink } from '../trips/contact-link.tsx';

/** `/address-change#<token>`: the former address of a booking says whether support has corrected it for them. (GUARD-11) */
export function Component() {
  const { hash } = useLocation();
  return (
    <FormPage title="Was it you?">
      {hash ? (
        <Answer key={hash} token={hash.slice(1)} />
      ) : (
        <Ended text="This link is not complete. Please open it from the email again." />
      )}
    </FormPage>
  );
}

const notConfirmedTitle = 'Not confirmed';

/** Opening the link changes nothing: a press is the reader's. (CARE-01) */
function Answer({ token }: { token: string }) {
  const agree = useMutation({
    mutationFn: () => call(agreeToAddress, { body: { token } }),
    onError: (failure) => {
      if (!isRefusedLink(failure)) showFailure(failure, notConfirmedTitle);
    },
  });
  if (agree.isSuccess) return <Alert variant="success">{agree.data.message}</Alert>;
  if (isRefusedLink(agree.error)) return <Ended text={getLinkMessage(agree.error) ?? ''} />;
  return (
    <>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          agree.mutate();
        }}
      >
        <p>{yesEndsWait}</p>
        <SubmitButton size="large" block request={agree} waitTitle={notConfirmedTitle}>
          Yes, this was me
        </SubmitButton>
      </form>
      <p>
        If it was not you, please tell us at once: <ContactLink label="address_change" />
      </p>
    </>
  );
}

const Ended = ({ text }: { text: string }) => (
  <EmptyState
    title={notConfirmedTitle}
    text={text}
    action={
      <Button asChild>
        <Link to="/contact">Contact us</Link>
      </Button>
    }
  />
);
