import { mailConfirmation } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { toast } from '@fareline/ui-theme';
import { SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation } from '@tanstack/react-query';
import { showFailure } from '../forms/show-failure.ts';

const failedTitle = 'Not sent';

/** Mails the confirmation to the address of the booking again. (TRIP-02) */
export function ResendConfirmation({ id }: { id: string }) {
  const send = useMutation({
    mutationFn: () => call(mailConfirmation, { params: { id } }),
    onSuccess: ({ message }) => toast({ title: 'Confirmation sent', description: message }),
    onError: (failure) => showFailure(failure, failedTitle),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <SubmitButton variant="secondary" request={send} waitTitle={failedTitle}>
        Email the confirmation again
      </SubmitButton>
    </form>
  );
}
