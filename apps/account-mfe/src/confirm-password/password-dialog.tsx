import { getServerMessage } from '@fareline/contracts/client';
import { confirmPasswordRequestSchema } from '@fareline/contracts/schemas';
import { Button, type ButtonStyleProps } from '@fareline/ui-theme';
import { Dialog, DialogContent, getWaitSeconds, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { FormButtons } from '../forms/form-buttons.tsx';
import { schemaResolver } from '../forms/schema-resolver.ts';
import { TextField } from '../forms/text-field.tsx';
import { isSignedOut } from '../login/is-signed-out.ts';
import { SignInAgain } from '../layout/sign-in-again.tsx';

function getErrorMessage(failure: Error): string {
  if (isSignedOut(failure)) return 'Your session has ended.';
  return getServerMessage(failure) ?? 'Nothing answered. Please try again.';
}

interface PasswordDialogProps {
  title: string;
  description: ReactNode;
  submitLabel: string;
  variant?: ButtonStyleProps['variant'];
  /** Title of the message of a reached limit. */
  waitTitle: string;
  send: (password: string) => Promise<unknown>;
  onSuccess: () => void;
  onCancel: () => void;
}

/** Asks for the password and sends it; a refusal is shown beside the field. */
export function PasswordDialog({
  title,
  description,
  submitLabel,
  variant = 'primary',
  waitTitle,
  send,
  onSuccess,
  onCancel,
}: PasswordDialogProps) {
  const form = useForm({
    defaultValues: { password: '' },
    resolver: schemaResolver(confirmPasswordRequestSchema),
  });
  const [opener] = useState(() => document.activeElement);
  const request = useMutation({ mutationFn: ({ password }: { password: string }) => send(password) });
  const submit = form.handleSubmit((values) =>
    // Callbacks of the call, not of the mutation: a response after the dialog was closed must not close the next one.
    request.mutate(values, {
      onSuccess,
      onError: (failure) => {
        if (getWaitSeconds(failure) > 0) return;
        form.setError('password', { message: getErrorMessage(failure) }, { shouldFocus: true });
      },
    }),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onCancel()}>
      <DialogContent
        title={title}
        description={description}
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
            {isSignedOut(request.error) && <SignInAgain />}
            <FormButtons>
              <Button variant="secondary" onClick={onCancel}>
                Cancel
              </Button>
              <SubmitButton variant={variant} request={request} waitTitle={waitTitle}>
                {submitLabel}
              </SubmitButton>
            </FormButtons>
          </form>
        </FormProvider>
      </DialogContent>
    </Dialog>
  );
}
