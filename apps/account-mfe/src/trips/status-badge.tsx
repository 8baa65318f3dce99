import type { BookingData, BookingStatus } from '@fareline/contracts';
import { Badge } from '@fareline/ui-theme';

interface ListedBooking {
  status: BookingStatus;
  bookingData: Pick<BookingData, 'airline_change'>;
}

const badges = {
  pending: ['Pending', 'warning'],
  confirmed: ['Confirmed', 'success'],
  completed: ['Completed', 'neutral'],
  cancelled: ['Cancelled', 'destructive'],
} as const satisfies Record<BookingStatus, readonly [string, string]>;

/** Badge for the status of a booking, whose flights the airline may not fly. (TRIPS-10, TRIP-05) */
export function StatusBadge({ booking: { status, bookingData } }: { booking: ListedBooking }) {
  const isFlown = status !== 'confirmed' || !bookingData.airline_change?.is_cancelled;
  const [label, variant] = isFlown ? badges[status] : (['Cancelled by the airline', 'destructive'] as const);
  return <Badge variant={variant}>{label}</Badge>;
}
