import { formatRoute, getOpenChange, type BookingListItem } from '@fareline/contracts';
import { formatDateFull, today } from '@fareline/presentation/formats';
import { Badge, Button, Card, PriceText } from '@fareline/ui-theme';
import { Link } from 'react-router';
import { StatusBadge } from './status-badge.tsx';
import { formatCountdown, formatPassengerCount, isBeingCancelled, isUnderWay } from './trip-labels.ts';
import { toTripPath } from './trip-path.ts';

interface TripCardProps {
  booking: BookingListItem;
  onDetails: () => void;
  /** Undefined when the booking cannot be cancelled. */
  onCancel: (() => void) | undefined;
}

function ChangeBadge({ booking }: { booking: BookingListItem }) {
  const { bookingData } = booking;
  if (isBeingCancelled(booking)) return <Badge variant="warning">Cancellation under way</Badge>;
  if (getOpenChange(bookingData) && !isUnderWay(booking))
    return <Badge variant="warning">The airline waits for your answer</Badge>;
  return bookingData.earlier_slices && <Badge variant="warning">Changed by the airline</Badge>;
}

/** One trip: route, dates, number of passengers and price. (TRIPS-07 to TRIPS-12) */
export function TripCard({ booking, onDetails, onCancel }: TripCardProps) {
  const { slices, passengers, total_amount: amount, total_currency: currency } = booking.bookingData;
  const isRoundTrip = slices.length > 1;
  const departure = slices[0]?.departure_time;
  const arrival = slices.at(-1)?.arrival_time;
  const countdown = booking.status === 'confirmed' ? formatCountdown(departure, today()) : '';
  return (
    <Card asChild className="grid gap-4 p-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <article>
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="section-heading">
              <Link className="hover:underline" to={toTripPath(booking.id)}>
                {formatRoute(booking.bookingData)}
              </Link>
            </h2>
            <StatusBadge booking={booking} />
            {booking.status === 'confirmed' && <ChangeBadge booking={booking} />}
          </div>
          <p>
            {formatDateFull(departure)}
            {isRoundTrip && ` – ${formatDateFull(arrival)}`}
            {countdown && ' '}
            <span className="caption-text inline-block">{countdown}</span>
          </p>
          <p className="caption-text">
            {isRoundTrip ? 'Round Trip' : 'One Way'}, {formatPassengerCount(passengers.length)},{' '}
            <PriceText amount={amount} currency={currency} withCode />
          </p>
          {booking.status === 'pending' && <p className="caption-text">Confirming with the airline</p>}
        </div>
        {/* On wide screens the button that every trip has is in one column. */}
        <div className="flex flex-wrap gap-3 md:flex-row-reverse">
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
