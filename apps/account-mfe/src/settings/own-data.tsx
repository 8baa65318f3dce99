import { deleteAccount, exportAccount, exportBookings } from '@fareline/contracts';
import { call, currentUserQueryOptions } from '@fareline/contracts/client';
import { deletedAtOnce } from '@fareline/contracts/promises';
import { Button, Card, toast } from '@fareline/ui-theme';
import { saveFile, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { PasswordDialog } from '../confirm-password/password-dialog.tsx';
import { isConfirmationRequired, useConfirmation } from '../confirm-password/use-confirmation.tsx';
import { showFailure } from '../forms/show-failure.ts';

const failedTitle = 'Not downloaded';

/** Download and deletion of what is held about the user. (POLICY-09) */
export function OwnData() {
  return (
    <Card className="grid gap-5 p-6">
      <h2 className="section-heading">Your data</h2>
      <Download />
      <Deletion />
    </Card>
  );
}

function Download() {
  const { withConfirmation, dialog } = useConfirmation();
  const download = useMutation({
    mutationFn: () =>
      withConfirmation(async () => ({
        ...(await call(exportAccount)),
        bookings: await call(exportBookings),
      })),
    onSuccess: (data) => {
      saveFile(new File([JSON.stringify(data, null, 2)], 'my-data.json', { type: 'application/json' }));
      toast({ title: 'Your data is downloaded' });
    },
    // Required after the user has closed the dialog that asks for it.
    onError: (failure) => !isConfirmationRequired(failure) && showFailure(failure, failedTitle),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    download.mutate();
  };
  return (
    <>
      <form className="grid justify-items-start gap-2" onSubmit={submit}>
        <p className="caption-text">
          Your account and what was done with it, your saved travellers and all your bookings in one file
          (JSON), which other programs can read.
        </p>
        <SubmitButton variant="secondary" size="small" request={download} waitTitle={failedTitle}>
          Download my data
        </SubmitButton>
      </form>
      {dialog}
    </>
  );
}

function Deletion() {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    // Before the user is gone, without whom this page leads to the sign-in.
    await navigate('/');
    sessionStorage.clear();
    queryClient.clear();
    queryClient.setQueryData(currentUserQueryOptions.queryKey, null);
    toast({ title: 'Your account is deleted' });
  };
  return (
    <div className="grid justify-items-start gap-2">
      <p className="caption-text">
        {deletedAtOnce} See{' '}
        <Link className="link-text" to="/find-trip">
          Find your trip
        </Link>{' '}
        and, for how long it is kept, the{' '}
        <Link className="link-text" to="/privacy-policy">
          privacy policy
        </Link>
        .
      </p>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      {isOpen && (
        <PasswordDialog
          title="Delete your account?"
          description="This cannot be undone. You are signed out everywhere. Your bookings stay booked and are no longer in any account: Find your trip opens them with reference and last name. Please enter your password."
          submitLabel="Delete account"
          variant="destructive"
          waitTitle="Account not deleted"
          send={async (password) => {
            await call(deleteAccount, { body: { password } });
            await leave();
          }}
          onSuccess={() => setOpen(false)}
          onCancel={() => setOpen(false)}
        />
      )}
    </div>
  );
}
