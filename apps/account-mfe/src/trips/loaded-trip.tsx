import { ResponseError } from '@fareline/contracts/client';
import { signInToSee } from '@fareline/contracts/promises';
import { Button, EmptyState, LoadingText, Skeleton } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import Ticket from 'lucide-react/icons/ticket';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { LoadFailure } from '../failures/load-failure.tsx';
import { isSignedOut } from '../login/is-signed-out.ts';
import { getSignInUrl } from '../login/sign-in-url.ts';
import { SignInPrompt } from './sign-in-first.tsx';
import { bookingQueryOptions, type BookingDetails } from './trip-queries.ts';

interface LoadedTripProps {
  id: string;
  children: (booking: BookingDetails) => ReactNode;
}

/** Loads a trip for its owner and for whom a mailed code has opened it, or says why it cannot be shown. (TRIP-01, TRIP-06) */
export function LoadedTrip({ id, children }: LoadedTripProps) {
  const signInUrl = getSignInUrl(useLocation());
  const { data: booking, error, isFetching, refetch } = useQuery(bookingQueryOptions(id));
  if (booking) return children(booking);
  // No script can see whether a code has opened the trip, so the service is asked first.
  if (isSignedOut(error))
    return <SignInPrompt text={signInToSee} link={<Link to={signInUrl}>Sign In</Link>} />;
  if (error instanceof ResponseError && error.code === 'BOOKING_NOT_FOUND')
    return (
      <EmptyState
        level={1}
        icon={Ticket}
        title="This trip is not in your account"
        text="It may be in another account, or a part of the link is missing."
        action={
          <Button asChild>
            <Link to="/my-trips">See your trips</Link>
          </Button>
        }
      />
    );
  if (error)
    return (
      <LoadFailure
        failure={error}
        title="Your trip could not be loaded"
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className="grid gap-4">
      <LoadingText>Loading your trip...</LoadingText>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}
