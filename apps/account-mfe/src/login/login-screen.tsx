import { listBookings, login } from '@fareline/contracts';
import { call, currentUserQueryOptions, getServerMessage } from '@fareline/contracts/client';
import { loginRequestSchema } from '@fareline/contracts/schemas';
import { toast } from '@fareline/ui-theme';
import { Alert, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { schemaResolver } from '../forms/schema-resolver.ts';
import { markRefusedField } from '../forms/mark-refused-field.ts';
import { showFailure } from '../forms/show-failure.ts';
import { FormPage } from '../layout/account-page.tsx';
import { FindTripHint } from '../layout/find-trip-hint.tsx';
import { getRedirectPath } from './redirect-path.ts';
import { TextField } from '../forms/text-field.tsx';
import type { RegisteredState } from '../register/register-screen.tsx';

const failedTitle = 'Login failed';

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
  const signIn = useMutation({
    mutationFn: (body: { username: string; password: string }) => call(login, { body }),
    onSuccess: ({ user }) => {
      // Cached bookings may belong to the user who was signed in before.
      queryClient.removeQueries({ queryKey: [listBookings.path] });
      queryClient.setQueryData(currentUserQueryOptions.queryKey, user);
      toast({ title: 'Login successful' });
    },
    onError: (failure) => {
      const isMarked = markRefusedField(form, failure, { INVALID_CREDENTIALS: 'password' }, failedTitle);
      if (isMarked) return;
      showFailure(failure, failedTitle, getServerMessage(failure) ?? 'Invalid username or password');
    },
  });
  const submit = form.handleSubmit((values) =>
    signIn.mutate(values, {
      // Only while this screen is shown. The state is that of the page that asked for the sign-in, such as the token of a claim link.
      onSuccess: () => void navigate(getRedirectPath(query.get('redirect')), { replace: true, state }),
    }),
  );
  return (
    <FormPage title="Welcome Back" intro="Sign in to see and manage your trips.">
      {state?.registeredEmail && (
        <Alert variant="info">
          We have sent a link to {state.registeredEmail}. Please open it to confirm your email address;
          signing in works without it.
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
