import { LoadingText } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { seatMapsQueryOptions } from '../offers/offer-queries.ts';

/** Says whether seats can be chosen, which happens during booking. (OFFER-17, OFFER-18) */
export function SeatMapsNote({ offerId }: { offerId: string }) {
  const maps = useQuery(seatMapsQueryOptions(offerId));
  if (maps.isPending) return <LoadingText>Loading seat maps...</LoadingText>;
  return (
    <p className="text-text-muted">
      {maps.data && maps.data.data.length > 0
        ? 'Seat selection will be available during booking.'
        : 'Seat maps are not available for this flight. You will be able to select seats after booking.'}
    </p>
  );
}
