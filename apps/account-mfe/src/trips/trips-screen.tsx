import { currentUserQueryOptions, fetchCurrentUser, getServerMessage } from '@fareline/contracts/client';
import { LoadingText, Button, EmptyState, ErrorState, Skeleton } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import Ticket from 'lucide-react/icons/ticket';
import User from 'lucide-react/icons/user';
import { Link } from 'react-router';
import { AccountPage } from '../layout/account-page.tsx';
import { useLinkToken, type LinkState } from '../links/use-link-token.ts';
import { TripList } from './trip-list.tsx';
import { bookingsQueryOptions } from './trip-queries.ts';
import { useClaim } from './use-claim.ts';

/** `/my-trips`; `?claim=<token>` also adds the booking of a confirmation email to the account. (TRIPS-01 to TRIPS-22) */
export function Component() {
  return (
    <AccountPage title="My Trips">
      <TripsContent />
    </AccountPage>
  );
}

function TripsContent() {
  const claim = useLinkToken('claim') ?? '';
  const {
    data: user,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...currentUserQueryOptions,
    // Asks even in a browser that knows of no session: a booking that seems to be gone worries more than a late page.
    queryFn: fetchCurrentUser,
    staleTime: ({ state }) => (state.data ? Infinity : 0),
  });
  if (error) {
    return (
      <ErrorState
        level={1}
        title="Your trips cannot be shown right now"
        text="We could not find out who is signed in. Your bookings are safe."
        action={<Button onClick={() => refetch()}>Try again</Button>}
      />
    );
  }
  if (!user && isFetching) return <LoadingText>Loading your trips...</LoadingText>;
  return user ? <SignedIn claim={claim} /> : <SignedOut claim={claim} />;
}

function SignedOut({ claim }: { claim: string }) {
  const state = claim ? ({ claim } satisfies LinkState) : null;
  return (
    <EmptyState
      level={1}
      icon={User}
      title="Please sign in"
      text={claim ? 'Sign in, and the booking joins your trips.' : 'Your trips are kept in your account.'}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button asChild>
            {/* Replaces this entry of the history, so that Back does not claim the booking a second time. */}
            <Link to={claim ? '/login?redirect=/my-trips' : '/login'} state={state} replace={claim !== ''}>
              Sign In
            </Link>
          </Button>
          <Button asChild variant="secondary">
            <Link to="/register">Create Account</Link>
          </Button>
        </div>
      }
    />
  );
}

function SignedIn({ claim }: { claim: string }) {
  useClaim(claim);
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="page-heading">My Trips</h1>
      <Trips />
    </div>
  );
}

function Trips() {
  const { data: bookings, error, refetch } = useQuery(bookingsQueryOptions);
  if (error) {
    return (
      <ErrorState
        title="Your trips could not be loaded"
        text={getServerMessage(error) ?? 'Nothing answered. Your bookings are safe.'}
        action={<Button onClick={() => refetch()}>Try again</Button>}
      />
    );
  }
  if (!bookings) {
    return (
      <div className="grid gap-4">
        <LoadingText>Loading your trips...</LoadingText>
        <Skeleton className="h-36 w-full" />
        <Skeleton className="h-36 w-full" />
      </div>
    );
  }
  if (bookings.length === 0) {
    return (
      <EmptyState
        icon={Ticket}
        title="No trips found"
        text="Bookings that you make while signed in appear here."
        action={
          <Button asChild>
            <Link to="/">Search Flights</Link>
          </Button>
        }
      />
    );
  }
  return <TripList bookings={bookings} />;
}
