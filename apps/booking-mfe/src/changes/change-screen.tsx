import '../styles.css';
import { ResponseError } from '@fareline/contracts/client';
import { signInToSeeChange } from '@fareline/contracts/promises';
import {
  Button,
  EmptyState,
  ErrorState,
  LoadingText,
  MfeScope,
  Skeleton,
  useBrand,
  usePageMeta,
} from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import User from 'lucide-react/icons/user';
import { Link, useLocation, useParams } from 'react-router';
import { useStepHeading } from '../flow/use-step-heading.ts';
import { ChangeAgreement } from './change-agreement.tsx';
import { ChangeResult } from './change-result.tsx';
import { changedBookingQueryOptions, changeQueryOptions, type ChangeIds } from './change-queries.ts';

/** `/booking/change/:bookingId/:changeId`: a change of a booking is agreed, paid and made. (TRIP-03, TRIP-04) */
export function Component() {
  const brand = useBrand();
  const { bookingId = '', changeId = '' } = useParams();
  usePageMeta({ title: `Change your trip - ${brand.name}` });
  return (
    <MfeScope name="booking">
      <div className="page-width w-full py-6 lg:py-10">
        <LoadedChange key={changeId} bookingId={bookingId} changeId={changeId} />
      </div>
    </MfeScope>
  );
}

function LoadedChange(ids: ChangeIds) {
  const change = useQuery(changeQueryOptions(ids));
  const booking = useQuery(changedBookingQueryOptions(ids.bookingId));
  const root = useStepHeading(change.data?.state ?? 'loading');
  const error = change.error ?? booking.error;
  if (change.data && booking.data)
    return (
      <div ref={root}>
        {change.data.state === 'quoted' ? (
          <ChangeAgreement bookingId={ids.bookingId} booking={booking.data} change={change.data} />
        ) : (
          <ChangeResult
            bookingId={ids.bookingId}
            booking={booking.data}
            change={change.data}
            onRefresh={() => void change.refetch()}
          />
        )}
      </div>
    );
  if (error)
    return (
      <LoadFailure
        bookingId={ids.bookingId}
        failure={error}
        isFetching={change.isFetching || booking.isFetching}
        onRetry={() => {
          void change.refetch();
          void booking.refetch();
        }}
      />
    );
  return (
    <div className="grid gap-4">
      <LoadingText>Loading what you have chosen...</LoadingText>
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

interface LoadFailureProps {
  bookingId: string;
  failure: Error;
  isFetching: boolean;
  onRetry: () => void;
}

/** A sign-in, the way back to the trip, or a retry. Nothing was changed or charged by loading the page. */
function LoadFailure({ bookingId, failure, isFetching, onRetry }: LoadFailureProps) {
  const { pathname } = useLocation();
  const { status, code } = failure instanceof ResponseError ? failure : {};
  if (status === 401)
    return (
      <EmptyState
        level={1}
        icon={User}
        title="Please sign in"
        text={signInToSeeChange}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button asChild>
              <Link to={`/login?redirect=${pathname}`}>Sign In</Link>
            </Button>
            <Button asChild variant="secondary">
              <Link to="/find-trip">Find your trip</Link>
            </Button>
          </div>
        }
      />
    );
  if (code === 'BOOKING_CHANGE_NOT_FOUND' || code === 'BOOKING_NOT_FOUND')
    return (
      <EmptyState
        level={1}
        title="This change is not known"
        text="Nothing was changed or charged. Please start it again from your trip."
        action={
          <Button asChild>
            <Link to={`/my-trips/${bookingId}`}>Back to your trip</Link>
          </Button>
        }
      />
    );
  return (
    <ErrorState
      level={1}
      title="What you have chosen could not be loaded"
      text="Your booking is safe. Please try again."
      action={
        <Button loading={isFetching} onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  );
}
