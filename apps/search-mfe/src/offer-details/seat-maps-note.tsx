import { LoadingText, RetryCountdown } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { getRetryAfterSeconds, retryWhenBusy, seatMapsQueryOptions } from '../offers/offer-queries.ts';

/** Says whether seats can be chosen, which happens during booking. (OFFER-17, OFFER-18) */
export function SeatMapsNote({ offerId }: { offerId: string }) {
  const maps = useQuery({ ...seatMapsQueryOptions(offerId), ...retryWhenBusy });
  const seconds = maps.failureReason ? getRetryAfterSeconds(maps.failureReason) : undefined;
  if (maps.isPending && seconds !== undefined)
    return (
      <Alert variant="warning" title="The airlines are busy right now">
        <RetryCountdown key={maps.failureCount} seconds={seconds} /> You can book this flight meanwhile.
      </Alert>
    );
  if (maps.isPending) return <LoadingText>Loading seat maps...</LoadingText>;
  return (
    <p className="text-text-muted">
      {maps.data && maps.data.data.length > 0
        ? 'Seat selection will be available during booking.'
        : 'Seat maps are not available for this flight. You will be able to select seats after booking.'}
    </p>
  );
}
