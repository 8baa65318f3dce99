import { confirmPassword } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { confirmPasswordRequestSchema } from '@fareline/contracts/schemas';
import { Button } from '@fareline/ui-theme';
import { Dialog, DialogContent, getWaitSeconds, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { schemaResolver } from '../forms/schema-resolver.ts';
import { TextField } from '../forms/text-field.tsx';
import { isSignedOut } from '../login/is-signed-out.ts';
import { SignInAgain } from '../login/sign-in-again.tsx';

function getErrorMessage(failure: Error): string {
  if (isSignedOut(failure)) return 'Your session has ended.';
  return getServerMessage(failure) ?? 'Nothing answered. Please try again.';
}

/** Asks for the password; `onClose` is given whether it was right. (ACCOUNT-06) */
export function ConfirmPasswordDialog({ onClose }: { onClose: (isConfirmed: boolean) => void }) {
  const form = useForm({
    defaultValues: { password: '' },
    resolver: schemaResolver(confirmPasswordRequestSchema),
  });
  const [opener] = useState(() => document.activeElement);
  const confirm = useMutation({
    mutationFn: (body: { password: string }) => call(confirmPassword, { body }),
  });
  const submit = form.handleSubmit((values) =>
    // Callbacks of the call, not of the mutation: a response after the dialog was closed must not close the next one.
    confirm.mutate(values, {
      onSuccess: () => onClose(true),
      onError: (failure) => {
        if (getWaitSeconds(failure) > 0) return;
        form.setError('password', { message: getErrorMessage(failure) }, { shouldFocus: true });
      },
    }),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose(false)}>
      <DialogContent
        title="Confirm your password"
        description="You signed in a while ago. Please enter your password to go on."
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          form.setFocus('password');
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
        }}
      >
        <FormProvider {...form}>
          <form noValidate className="grid gap-4" onSubmit={submit}>
            <TextField name="password" label="Password" type="password" autoComplete="current-password" />
            {isSignedOut(confirm.error) && <SignInAgain />}
            {/* Across the row, above its buttons: the message of a limit. */}
            <div className="flex flex-wrap justify-end gap-3 [&>[role=alert]]:order-first [&>[role=alert]]:basis-full">
              <Button variant="secondary" onClick={() => onClose(false)}>
                Cancel
              </Button>
              <SubmitButton request={confirm} waitTitle="Password not confirmed">
                Confirm
              </SubmitButton>
            </div>
          </form>
        </FormProvider>
      </DialogContent>
    </Dialog>
  );
}
