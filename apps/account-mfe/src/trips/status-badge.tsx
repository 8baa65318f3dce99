import type { BookingStatus } from '@fareline/contracts';
import { Badge } from '@fareline/ui-theme';

const badges = {
  pending: ['Pending', 'warning'],
  confirmed: ['Confirmed', 'success'],
  completed: ['Completed', 'neutral'],
  cancelled: ['Cancelled', 'destructive'],
} as const satisfies Record<BookingStatus, readonly [string, string]>;

/** Badge for the status of a booking. (TRIPS-10) */
export function StatusBadge({ status }: { status: BookingStatus }) {
  const [label, variant] = badges[status];
  return <Badge variant={variant}>{label}</Badge>;
}
