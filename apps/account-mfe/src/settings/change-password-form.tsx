import { changePassword } from '@fareline/contracts';
import { ResponseError, call, getServerMessage } from '@fareline/contracts/client';
import { changePasswordFormSchema } from '@fareline/contracts/schemas';
import { Card, toast } from '@fareline/ui-theme';
import { SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { schemaResolver } from '../forms/schema-resolver.ts';
import { markRefusedField } from '../forms/mark-refused-field.ts';
import { showFailure } from '../forms/show-failure.ts';
import { NewPasswordFields } from '../passwords/new-password-fields.tsx';
import { TextField } from '../forms/text-field.tsx';

const failedTitle = 'Password not changed';
const emptyForm = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Text of the toast for a failed change. (SETTINGS-09) */
function getErrorMessage(failure: Error): string {
  const unknown =
    failure instanceof ResponseError ? 'Failed to update password' : 'An unknown error occurred';
  return getServerMessage(failure) ?? unknown;
}

/** Form to change the password. (SETTINGS-05 to SETTINGS-09) */
export function ChangePasswordForm() {
  const form = useForm({ defaultValues: emptyForm, resolver: schemaResolver(changePasswordFormSchema) });
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof emptyForm) =>
      call(changePassword, { body: { currentPassword, newPassword } }),
    onSuccess: () => {
      form.reset(emptyForm);
      toast({ title: 'Your password has been updated' });
    },
    onError: (failure) => {
      const fields = {
        CURRENT_PASSWORD_WRONG: 'currentPassword',
        PASSWORD_TOO_COMMON: 'newPassword',
      } as const;
      if (markRefusedField(form, failure, fields)) return;
      showFailure(failure, failedTitle, getErrorMessage(failure));
    },
  });
  return (
    <Card className="p-6">
      <FormProvider {...form}>
        <form
          noValidate
          className="grid gap-4"
          onSubmit={form.handleSubmit((values) => change.mutate(values))}
        >
          <h2 className="section-heading">Change Password</h2>
          <TextField
            name="currentPassword"
            label="Current password"
            type="password"
            autoComplete="current-password"
          />
          <NewPasswordFields />
          <SubmitButton
            request={change}
            waitTitle={failedTitle}
            meanwhile={
              <>
                Or{' '}
                <Link className="link-text" to="/forgot-password">
                  reset your password
                </Link>{' '}
                by email.
              </>
            }
          >
            Change Password
          </SubmitButton>
        </form>
      </FormProvider>
    </Card>
  );
}
