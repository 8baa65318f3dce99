import { sendVerification, type User } from '@fareline/contracts';
import { call, currentUserQueryOptions } from '@fareline/contracts/client';
import { verificationIsSent } from '@fareline/contracts/promises';
import { toast } from '@fareline/ui-theme';
import { SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { useEffect, useRef, type FormEvent } from 'react';
import { showFailure } from '../forms/show-failure.ts';

const failedTitle = 'Not sent';

/** Whether the email address is verified, and a way to get a new link. */
export function EmailStatus({ user: { email, emailVerified } }: { user: User }) {
  const queryClient = useQueryClient();
  const status = useRef<HTMLParagraphElement>(null);
  const send = useMutation({
    mutationFn: () => call(sendVerification, { body: {} }),
    onSuccess: ({ message }) => {
      toast({ title: message });
      // The address may have been confirmed elsewhere, in which case no link was sent.
      return queryClient.invalidateQueries({ queryKey: currentUserQueryOptions.queryKey });
    },
    onError: (failure) => showFailure(failure, failedTitle),
  });
  // The button that had the focus is gone.
  useEffect(() => {
    if (send.isSuccess && emailVerified) status.current?.focus();
  }, [send.isSuccess, emailVerified]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <div className="grid justify-items-start gap-2">
      {emailVerified ? (
        <span className="caption-text flex items-center gap-1">
          <BadgeCheck size={16} aria-hidden /> Confirmed
        </span>
      ) : (
        <>
          <span className="caption-text">Not confirmed. {verificationIsSent}</span>
          <form className="grid justify-items-start gap-2" onSubmit={submit}>
            <SubmitButton variant="secondary" size="small" request={send} waitTitle={failedTitle}>
              Send the link
            </SubmitButton>
          </form>
        </>
      )}
      <p ref={status} role="status" tabIndex={-1} className="caption-text">
        {send.data &&
          `${send.data.message}.${emailVerified ? '' : ` Please look into the mailbox of ${email}.`}`}
      </p>
    </div>
  );
}
