import { getRetryAfterSeconds } from '@fareline/contracts/client';
import { LoadingText } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { seatMapsQueryOptions } from '../offers/offer-queries.ts';
import { FailedLoadAlert, RefusedLoadAlert } from './tab-load-alerts.tsx';

const meanwhile = 'The other details of this flight stay here.';

/** Says whether seats can be chosen, which happens during booking. (OFFER-17, OFFER-18) */
export function SeatMapsNote({ offerId }: { offerId: string }) {
  const { data: maps, error, failureReason, refetch } = useQuery(seatMapsQueryOptions(offerId));
  if (maps)
    return (
      <p className="text-text-muted">
        {maps.data.length > 0
          ? 'Seat selection will be available during booking.'
          : 'Seat maps are not available for this flight. You will be able to select seats after booking.'}
      </p>
    );
  if (error)
    return (
      <FailedLoadAlert
        title="The seat maps could not be loaded"
        error={error}
        meanwhile={meanwhile}
        onRetry={refetch}
      />
    );
  if (failureReason && getRetryAfterSeconds(failureReason) !== undefined)
    return <RefusedLoadAlert failure={failureReason} meanwhile={meanwhile} />;
  return <LoadingText>Loading seat maps...</LoadingText>;
}
