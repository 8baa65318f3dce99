import { register as registerEndpoint } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { registerFormSchema } from '@fareline/contracts/schemas';
import { toast } from '@fareline/ui-theme';
import { Checkbox, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation } from '@tanstack/react-query';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { schemaResolver } from '../forms/schema-resolver.ts';
import { markRefusedField } from '../forms/mark-refused-field.ts';
import { showFailure } from '../forms/show-failure.ts';
import { useKeptFields } from '../forms/use-kept-fields.ts';
import { FormPage } from '../layout/account-page.tsx';
import { TextField } from '../forms/text-field.tsx';
import { NewPasswordField } from '../passwords/new-password-field.tsx';

const failedTitle = 'Registration failed';

const emptyForm = {
  firstName: '',
  lastName: '',
  email: '',
  username: '',
  password: '',
  confirmPassword: '',
  acceptsTerms: false,
};

/** State of the sign-in after a registration: the email address to which a link was sent. */
export interface RegisteredState {
  registeredEmail: string;
}

/** `/register`. (REGISTER-01 to REGISTER-09) */
export function Component() {
  const navigate = useNavigate();
  const form = useForm({ defaultValues: emptyForm, resolver: schemaResolver(registerFormSchema) });
  const forget = useKeptFields(form, 'register', 'firstName', 'lastName', 'email', 'username');
  const signUp = useMutation({
    mutationFn: ({ confirmPassword: _, acceptsTerms: __, ...body }: typeof emptyForm) =>
      call(registerEndpoint, { body }),
    onSuccess: () => {
      forget();
      toast({
        title: 'Registration successful',
        description: 'Your account has been created. Please sign in.',
      });
    },
    onError: (failure) => {
      const fields = {
        USERNAME_TAKEN: 'username',
        EMAIL_TAKEN: 'email',
        PASSWORD_TOO_COMMON: 'password',
      } as const;
      if (markRefusedField(form, failure, fields, failedTitle)) return;
      showFailure(failure, failedTitle, getServerMessage(failure) ?? 'Failed to create account');
    },
  });
  return (
    <FormPage title="Create Your Account" intro="Booking needs no account; it keeps your trips in one place.">
      <FormProvider {...form}>
        <form
          noValidate
          className="grid gap-4"
          onSubmit={form.handleSubmit((values) =>
            signUp.mutate(values, {
              onSuccess: () =>
                void navigate('/login', {
                  state: { registeredEmail: values.email } satisfies RegisteredState,
                }),
            }),
          )}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField name="firstName" label="First name" autoComplete="given-name" />
            <TextField name="lastName" label="Last name" autoComplete="family-name" />
          </div>
          <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="email" />
          <TextField
            name="username"
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            hint="At least 3 letters, digits, dots, dashes or underscores."
          />
          <NewPasswordField name="password" label="Password" hint="At least 6 characters." />
          <TextField
            name="confirmPassword"
            label="Confirm password"
            type="password"
            autoComplete="new-password"
          />
          <Controller
            control={form.control}
            name="acceptsTerms"
            render={({ field: { value, onChange } }) => (
              <Checkbox
                checked={value}
                onCheckedChange={(checked) => onChange(checked === true)}
                label={
                  <>
                    I agree to the{' '}
                    <Link className="link-text" to="/terms" target="_blank">
                      Terms of Service
                    </Link>{' '}
                    and the{' '}
                    <Link className="link-text" to="/privacy" target="_blank">
                      Privacy Policy
                    </Link>
                  </>
                }
              />
            )}
          />
          <SubmitButton
            size="large"
            block
            request={signUp}
            waitTitle={failedTitle}
            meanwhile="What you entered stays here."
          >
            Create Account
          </SubmitButton>
        </form>
      </FormProvider>
      <p>
        Already have an account?{' '}
        <Link className="link-text" to="/login">
          Sign in
        </Link>
      </p>
    </FormPage>
  );
}
