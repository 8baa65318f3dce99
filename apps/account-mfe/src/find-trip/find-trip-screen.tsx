import { listBookings, mailTripCode, openTrip, openTripByLink } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import {
  openTripRequestSchema,
  tripCodeRequestSchema,
  type TripCodeRequest,
} from '@fareline/contracts/schemas';
import {
  codeIsSent,
  codeMailHasLink,
  codeWorksOnce,
  codesPerHour,
  linkOpensTrip,
} from '@fareline/contracts/promises';
import { Button, EmptyState, toast } from '@fareline/ui-theme';
import { Alert, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { markRefusedField } from '../forms/mark-refused-field.ts';
import { schemaResolver } from '../forms/schema-resolver.ts';
import { showFailure } from '../forms/show-failure.ts';
import { useKeptFields } from '../forms/use-kept-fields.ts';
import { TextField } from '../forms/text-field.tsx';
import { FormPage } from '../layout/account-page.tsx';
import { getLinkMessage, isRefusedLink } from '../links/link-failures.ts';
import { toTripPath } from '../trips/trip-path.ts';

const path = '/find-trip';

/** In the history entry, so that the second form survives a reload: a phone may drop the page while the mail is read. */
interface FindTripState {
  search: TripCodeRequest;
}

/** `/find-trip`: a trip without an account, by its reference, a last name and a mailed code, or by the mailed link `#<token>`. (TRIP-06, CARE-03) */
export function Component() {
  const { state, hash } = useLocation() as { state: Partial<FindTripState> | null; hash: string };
  if (hash) return <OpenByLink key={hash} token={hash.slice(1)} />;
  return state?.search ? <EnterCode search={state.search} /> : <EnterReference />;
}

const notSentTitle = 'Not sent';

/** Asks for a code. The answer is the same whether there is such a trip or not. */
const useMailCode = () =>
  useMutation({
    mutationFn: (body: TripCodeRequest) => call(mailTripCode, { body }),
    onError: (failure) => showFailure(failure, notSentTitle),
  });

function EnterReference() {
  const navigate = useNavigate();
  const form = useForm({
    defaultValues: { reference: '', lastName: '' },
    resolver: schemaResolver(tripCodeRequestSchema),
  });
  const forget = useKeptFields(form, 'find-trip', 'reference', 'lastName');
  const mailCode = useMailCode();
  const submit = form.handleSubmit((search) =>
    mailCode.mutate(search, {
      onSuccess: () => {
        forget();
        void navigate(path, { state: { search } satisfies FindTripState });
      },
    }),
  );
  return (
    <FormPage title="Find your trip" intro={codeIsSent}>
      <FormProvider {...form}>
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <TextField
            name="reference"
            label="Booking reference"
            hint="Letters and digits, in the confirmation email"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <TextField
            name="lastName"
            label="Last name of a passenger"
            autoComplete="family-name"
            spellCheck={false}
          />
          <SubmitButton size="large" block request={mailCode} waitTitle={notSentTitle}>
            Send the code
          </SubmitButton>
        </form>
      </FormProvider>
      <p>
        Or{' '}
        <Link className="link-text" to="/login?redirect=/my-trips">
          sign in
        </Link>{' '}
        to see all trips of your account.
      </p>
    </FormPage>
  );
}

const notOpenedTitle = 'Not opened';

/** Shows the trip that was opened in place of the form. */
function useShowTrip() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return ({ id }: { id: string }) => {
    // Cached bookings are those that could be seen before.
    queryClient.removeQueries({ queryKey: [listBookings.path] });
    void navigate(toTripPath(id), { replace: true });
  };
}

/** Opening the link changes nothing: it works once, and a press is the reader's. (CARE-01, CARE-03) */
function OpenByLink({ token }: { token: string }) {
  const open = useMutation({
    mutationFn: () => call(openTripByLink, { body: { token } }),
    onSuccess: useShowTrip(),
    onError: (failure) => {
      if (!isRefusedLink(failure)) showFailure(failure, notOpenedTitle);
    },
  });
  return (
    <FormPage title="Open your trip">
      {isRefusedLink(open.error) ? (
        <EmptyState
          title={notOpenedTitle}
          text={getLinkMessage(open.error) ?? ''}
          action={
            <Button asChild>
              <Link to={path}>Find your trip</Link>
            </Button>
          }
        />
      ) : (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            open.mutate();
          }}
        >
          <p>{linkOpensTrip}</p>
          <SubmitButton size="large" block request={open} waitTitle={notOpenedTitle}>
            Open the trip
          </SubmitButton>
        </form>
      )}
    </FormPage>
  );
}

const codeSchema = openTripRequestSchema.pick({ code: true });

function EnterCode({ search }: FindTripState) {
  const form = useForm({ defaultValues: { code: '' }, resolver: schemaResolver(codeSchema) });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const mailCode = useMailCode();
  const open = useMutation({
    mutationFn: ({ code }: { code: string }) => call(openTrip, { body: { ...search, code } }),
    onSuccess: useShowTrip(),
    onError: (failure) => {
      if (markRefusedField(form, failure, { CODE_INVALID: 'code' }, notOpenedTitle)) return;
      showFailure(failure, notOpenedTitle);
    },
  });
  return (
    <FormPage title="Enter the code">
      <Alert variant="info">
        If a trip with the reference <strong translate="no">{search.reference}</strong> and the name{' '}
        <strong translate="no">{search.lastName}</strong> exists, we have sent a code to the email address of
        the booking. {codeWorksOnce} {codeMailHasLink} Please look into your spam folder too.
      </Alert>
      <FormProvider {...form}>
        <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => open.mutate(values))}>
          <TextField name="code" label="Code of 6 digits" inputMode="numeric" autoComplete="one-time-code" />
          <SubmitButton size="large" block request={open} waitTitle={notOpenedTitle}>
            Open the trip
          </SubmitButton>
        </form>
      </FormProvider>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mailCode.mutate(search, {
            onSuccess: ({ message }) =>
              toast({ title: 'Please look into your mailbox', description: message }),
          });
        }}
      >
        <SubmitButton variant="secondary" block request={mailCode} waitTitle={notSentTitle}>
          Send the code again
        </SubmitButton>
      </form>
      <p className="caption-text">
        {codesPerHour} Without one, check what you entered, or{' '}
        <Link className="link-text" to="/contact" target="_blank">
          contact us
        </Link>
        .
      </p>
      <Link className="link-text" to={path}>
        Find another trip
      </Link>
    </FormPage>
  );
}
