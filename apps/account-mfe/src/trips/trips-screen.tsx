import { getServerMessage } from '@fareline/contracts/client';
import { LoadingText, Button, EmptyState, ErrorState, Skeleton } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import Ticket from 'lucide-react/icons/ticket';
import { Link } from 'react-router';
import { AccountPage } from '../layout/account-page.tsx';
import { useLinkToken, type LinkState } from '../links/use-link-token.ts';
import { ClaimOffer } from './claim-offer.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import { TripList } from './trip-list.tsx';
import { bookingsQueryOptions } from './trip-queries.ts';

/** `/my-trips`; `?claim=<token>` also offers to add the booking of a confirmation email to the account. (TRIPS-01 to TRIPS-22) */
export function Component() {
  return (
    <AccountPage title="My Trips">
      <TripsContent />
    </AccountPage>
  );
}

function TripsContent() {
  const claim = useLinkToken('claim') ?? '';
  const state = claim ? ({ claim } satisfies LinkState) : null;
  return (
    <SignInFirst
      text={claim ? 'Sign in to add the booking to your trips.' : 'Your trips are kept in your account.'}
      link={
        // Replaces this entry of the history, so that Back does not offer the booking a second time.
        <Link to={claim ? '/login?redirect=/my-trips' : '/login'} state={state} replace={claim !== ''}>
          Sign In
        </Link>
      }
    >
      <SignedIn claim={claim} />
    </SignInFirst>
  );
}

function SignedIn({ claim }: { claim: string }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="page-heading">My Trips</h1>
      <ClaimOffer token={claim} />
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
