import { forgotPassword } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { forgotPasswordFormSchema } from '@fareline/contracts/schemas';
import { linkIsSent, linksPerHour, linkWorksOnce } from '@fareline/contracts/promises';
import { Alert, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { schemaResolver } from '../forms/schema-resolver.ts';
import { showFailure } from '../forms/show-failure.ts';
import { useKeptFields } from '../forms/use-kept-fields.ts';
import { FormPage } from '../layout/account-page.tsx';
import { TextField } from '../forms/text-field.tsx';

const failedTitle = 'Not sent';

/** `/forgot-password`: the response is the same whether an account exists or not. (LOGIN-06) */
export function Component() {
  const form = useForm({
    defaultValues: { email: '' },
    resolver: schemaResolver(forgotPasswordFormSchema),
  });
  const forgetFields = useKeptFields(form, 'forgotten password', 'email');
  const sendLink = useMutation({
    mutationFn: (body: { email: string }) => call(forgotPassword, { body }),
    onSuccess: forgetFields,
    onError: (failure) => showFailure(failure, failedTitle),
  });
  if (sendLink.isSuccess) {
    return (
      <FormPage title="Check your email">
        <Alert variant="success">
          If an account has this address, a link to set a new password is on its way. {linkWorksOnce}{' '}
          {linksPerHour}
        </Alert>
        <Link className="link-text" to="/login">
          Back to sign in
        </Link>
      </FormPage>
    );
  }
  return (
    <FormPage title="Forgot your password?" intro={linkIsSent}>
      <FormProvider {...form}>
        <form
          noValidate
          className="grid gap-4"
          onSubmit={form.handleSubmit((values) => sendLink.mutate(values))}
        >
          <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="email" />
          <SubmitButton size="large" block request={sendLink} waitTitle={failedTitle}>
            Send the link
          </SubmitButton>
        </form>
      </FormProvider>
      <Link className="link-text" to="/login">
        Back to sign in
      </Link>
    </FormPage>
  );
}
