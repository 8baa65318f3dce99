import { resetPassword } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { resetPasswordFormSchema } from '@fareline/contracts/schemas';
import { Button, EmptyState, toast } from '@fareline/ui-theme';
import { Alert, getWaitSeconds, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { schemaResolver } from '../forms/schema-resolver.ts';
import { FormPage } from '../layout/account-page.tsx';
import { markRefusedField } from '../forms/mark-refused-field.ts';
import { getLinkMessage } from '../links/link-failures.ts';
import { useLinkToken } from '../links/use-link-token.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

/** `/reset-password?token=...`: the target of the link in the email. (LOGIN-07) */
export function Component() {
  const navigate = useNavigate();
  const token = useLinkToken('token');
  const form = useForm({
    defaultValues: { newPassword: '', confirmPassword: '' },
    resolver: schemaResolver(resetPasswordFormSchema),
  });
  const reset = useMutation({
    mutationFn: (body: { token: string; newPassword: string }) => call(resetPassword, { body }),
    onSuccess: () =>
      toast({ title: 'Your password has been updated', description: 'Please sign in with the new one.' }),
    onError: (failure) => markRefusedField(form, failure, { PASSWORD_TOO_COMMON: 'newPassword' }),
  });
  if (token === undefined) return null;
  if (token === '') {
    return (
      <FormPage title="Set a new password">
        <EmptyState
          title="This link is not complete"
          text="Please open the link from the email again, or ask for a new one."
          action={
            <Button asChild>
              <Link to="/forgot-password">Ask for a new link</Link>
            </Button>
          }
        />
      </FormPage>
    );
  }
  return (
    <FormPage title="Set a new password">
      {reset.isError && getWaitSeconds(reset.error) === 0 && !form.formState.errors.newPassword && (
        <Alert variant="destructive">
          {getLinkMessage(reset.error) ?? 'Something went wrong. Please try again.'}{' '}
          <Link className="link-text" to="/forgot-password">
            Ask for a new link
          </Link>
        </Alert>
      )}
      <FormProvider {...form}>
        <form
          noValidate
          className="grid gap-4"
          onSubmit={form.handleSubmit(({ newPassword }) =>
            reset.mutate(
              { token, newPassword },
              // Replaces the entry of the history that has the used token.
              { onSuccess: () => void navigate('/login', { replace: true }) },
            ),
          )}
        >
          <NewPasswordFields />
          <SubmitButton
            size="large"
            block
            request={reset}
            waitTitle="Password not changed"
            meanwhile="What you entered stays here."
          >
            Set the password
          </SubmitButton>
        </form>
      </FormProvider>
    </FormPage>
  );
}
