import type { BookingData, BookingStatus } from '@fareline/contracts';
import { Badge } from '@fareline/ui-theme';
import { formatStatus, isCancelledByAirline } from '@fareline/presentation/formats';

interface ListedBooking {
  status: BookingStatus;
  bookingData: Pick<BookingData, 'airline_change'>;
}

const variants = {
  pending: 'warning',
  confirmed: 'success',
  completed: 'neutral',
  cancelled: 'destructive',
} as const satisfies Record<BookingStatus, string>;

/** Badge for the status of a booking, whose flights the airline may not fly. (TRIPS-10, TRIP-05) */
export const StatusBadge = ({ booking }: { booking: ListedBooking }) => (
  <Badge variant={isCancelledByAirline(booking) ? 'destructive' : variants[booking.status]}>
    {formatStatus(booking)}
  </Badge>
);
