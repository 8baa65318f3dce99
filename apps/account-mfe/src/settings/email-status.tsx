import { sendVerification, type User } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { Button, toast } from '@fareline/ui-theme';
import { useMutation } from '@tanstack/react-query';
import BadgeCheck from 'lucide-react/icons/badge-check';

/** Whether the email address is verified, and a way to get a new link. */
export function EmailStatus({ user }: { user: User }) {
  const send = useMutation({
    mutationFn: () => call(sendVerification, { body: {} }),
    onSuccess: () =>
      toast({
        title: 'The link is on its way',
        description: `Please look into the mailbox of ${user.email}.`,
      }),
    onError: (failure) =>
      toast({
        title: 'Not sent',
        description: getServerMessage(failure) ?? 'Something went wrong. Please try again.',
        variant: 'destructive',
      }),
  });
  if (user.emailVerified)
    return (
      <span className="caption-text flex items-center gap-1">
        <BadgeCheck size={16} aria-hidden /> Confirmed
      </span>
    );
  return (
    <div className="grid justify-items-start gap-2">
      <span className="caption-text">
        Not confirmed. Please open the link that we sent you; until then you get only mails about bookings and
        new passwords.
      </span>
      <Button variant="secondary" size="small" loading={send.isPending} onClick={() => send.mutate()}>
        Send the link again
      </Button>
    </div>
  );
}
