import { sendVerification, type User } from '@fareline/contracts';
import { call, currentUserQueryOptions, getServerMessage } from '@fareline/contracts/client';
import { Button, toast } from '@fareline/ui-theme';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { useEffect, useRef } from 'react';

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
    onError: (failure) =>
      toast({
        title: 'Not sent',
        description: getServerMessage(failure) ?? 'Something went wrong. Please try again.',
        variant: 'destructive',
      }),
  });
  // The button that had the focus is gone.
  useEffect(() => {
    if (send.isSuccess && emailVerified) status.current?.focus();
  }, [send.isSuccess, emailVerified]);
  return (
    <div className="grid justify-items-start gap-2">
      {emailVerified ? (
        <span className="caption-text flex items-center gap-1">
          <BadgeCheck size={16} aria-hidden /> Confirmed
        </span>
      ) : (
        <>
          <span className="caption-text">
            Not confirmed. We can send you a link; until you have opened it, you get only mails about bookings
            and new passwords.
          </span>
          <Button variant="secondary" size="small" loading={send.isPending} onClick={() => send.mutate()}>
            Send the link
          </Button>
        </>
      )}
      <p ref={status} role="status" tabIndex={-1} className="caption-text">
        {send.data &&
          `${send.data.message}.${emailVerified ? '' : ` Please look into the mailbox of ${email}.`}`}
      </p>
    </div>
  );
}
