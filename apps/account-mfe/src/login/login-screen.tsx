import { listBookings, login, type User } from '@fareline/contracts';
import { call, currentUserQueryOptions, getServerMessage, ResponseError } from '@fareline/contracts/client';
import { loginRequestSchema } from '@fareline/contracts/schemas';
import { lazyWithRetry, toast } from '@fareline/ui-theme';
import { Alert, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { schemaResolver } from '../forms/schema-resolver.ts';
import { markRefusedField } from '../forms/mark-refused-field.ts';
import { showFailure } from '../forms/show-failure.ts';
import { useKeptFields } from '../forms/use-kept-fields.ts';
import { FormPage } from '../layout/account-page.tsx';
import { FindTripHint } from '../layout/find-trip-hint.tsx';
import { getRedirectPath } from './redirect-path.ts';
import { useSetUpToken } from './use-set-up-token.ts';
import { TextField } from '../forms/text-field.tsx';
import type { RegisteredState } from '../register/register-screen.tsx';

const failedTitle = 'Login failed';

/** Where staff see their second factors; who follows a link to set one up goes on there. */
const securityPath = '/admin/security';

/** Only staff have a second factor, and its code is large. */
const FactorStep = lazyWithRetry(() => import('./factor-step.tsx'));

/** `/login`. (LOGIN-01 to LOGIN-06) */
export function Component() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: Partial<RegisteredState> | null };
  const queryClient = useQueryClient();
  const form = useForm({
    defaultValues: { username: '', password: '' },
    resolver: schemaResolver(loginRequestSchema),
  });
  const forgetFields = useKeptFields(form, 'sign-in', 'username');
  const [step, setStep] = useState<'password' | 'factor' | 'over'>('password');
  const setUpToken = useSetUpToken();
  const keepUser = (user: User) => {
    forgetFields();
    // Cached bookings may belong to the user who was signed in before.
    queryClient.removeQueries({ queryKey: [listBookings.path] });
    queryClient.setQueryData(currentUserQueryOptions.queryKey, user);
  };
  // The state is that of the page that asked for the sign-in, such as the token of a claim link.
  const leave = async () => {
    const path = setUpToken ? securityPath : getRedirectPath(query.get('redirect'));
    // First, so that the form does not make room for the toast.
    await navigate(path, { replace: true, state });
    toast({ title: 'Login successful' });
  };
  const signIn = useMutation({
    mutationFn: (body: { username: string; password: string }) => call(login, { body }),
    onSuccess: ({ user }) => keepUser(user),
    onError: (failure) => {
      if (failure instanceof ResponseError && failure.code === 'FACTOR_REQUIRED') {
        setStep('factor');
        return;
      }
      const isMarked = markRefusedField(form, failure, { INVALID_CREDENTIALS: 'password' }, failedTitle);
      if (isMarked) return;
      showFailure(failure, failedTitle, getServerMessage(failure) ?? 'Invalid username or password');
    },
  });
  const submit = form.handleSubmit((values) =>
    signIn.mutate(values, {
      // Only while this screen is shown.
      onSuccess: () => void leave(),
    }),
  );
  if (step === 'factor')
    return (
      <FormPage title="Confirm that it is you" intro="Your password is right. One more step.">
        <FactorStep
          setUpToken={setUpToken}
          onDone={(user) => {
            keepUser(user);
            void leave();
          }}
          onOver={() => {
            form.setValue('password', '');
            setStep('over');
          }}
        />
      </FormPage>
    );
  return (
    <FormPage title="Welcome Back" intro="Sign in to see and manage your trips.">
      {step === 'over' && (
        <Alert variant="warning">The second step took too long. Please sign in again.</Alert>
      )}
      {setUpToken && (
        <Alert variant="info">Sign in with your password, then set up your second factor.</Alert>
      )}
      {state?.registeredEmail && (
        <Alert variant="info">
          We have sent a link to {state.registeredEmail}. Please confirm your email address with it; signing
          in works without it.
        </Alert>
      )}
      <FormProvider {...form}>
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <TextField
            name="username"
            label="Username or email"
            autoComplete="username"
            autoCapitalize="none"
          />
          <TextField name="password" label="Password" type="password" autoComplete="current-password" />
          <SubmitButton
            size="large"
            block
            request={signIn}
            waitTitle={failedTitle}
            meanwhile={
              <>
                Or{' '}
                <Link className="link-text" to="/forgot-password">
                  reset your password
                </Link>
                : then you can sign in at once.
              </>
            }
          >
            Sign In
          </SubmitButton>
        </form>
      </FormProvider>
      <p className="flex flex-wrap justify-between gap-3">
        <Link className="link-text" to="/forgot-password">
          Forgot password
        </Link>
        <span>
          New here?{' '}
          <Link className="link-text" to="/register">
            Create an account
          </Link>
        </span>
      </p>
      <FindTripHint />
    </FormPage>
  );
}
