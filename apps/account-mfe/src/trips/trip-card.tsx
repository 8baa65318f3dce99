import type { BookingListItem } from '@fareline/contracts';
import { Button, Card, formatDateFull, PriceText, today } from '@fareline/ui-theme';
import { StatusBadge } from './status-badge.tsx';
import { countdown, passengersLabel, routeOf } from './trip-labels.ts';

interface TripCardProps {
  trip: BookingListItem;
  onDetails: () => void;
  /** Undefined where there is nothing to cancel. */
  onCancel: (() => void) | undefined;
}

/** One trip: where, when, who, how much. (TRIPS-07 to TRIPS-12) */
export function TripCard({ trip, onDetails, onCancel }: TripCardProps) {
  const { slices, passengers, total_amount: amount, total_currency: currency } = trip.bookingData;
  const isRoundTrip = slices.length > 1;
  const departure = slices[0]?.departure_time;
  const arrival = slices.at(-1)?.arrival_time;
  const soon = trip.status === 'confirmed' ? countdown(departure, today()) : '';
  return (
    <Card asChild className="grid gap-4 p-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <article>
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="account-subheading">{routeOf(trip.bookingData)}</h2>
            <StatusBadge status={trip.status} />
          </div>
          <p>
            {formatDateFull(departure)}
            {isRoundTrip && ` – ${formatDateFull(arrival)}`}
            {soon && <span className="account-quiet"> {soon}</span>}
          </p>
          <p className="account-quiet">
            {isRoundTrip ? 'Round Trip' : 'One Way'}, {passengersLabel(passengers.length)},{' '}
            <PriceText amount={amount} currency={currency} />
          </p>
          {trip.status === 'pending' && <p className="account-quiet">Confirming with the airline</p>}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={onDetails}>
            View Details
          </Button>
          {onCancel && (
            <Button variant="ghost" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      </article>
    </Card>
  );
}
