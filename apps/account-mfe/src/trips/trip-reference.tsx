import { getBookingReference } from '@fareline/contracts';
import { CopyButton } from '@fareline/ui-theme/widgets';
import { StatusBadge } from './status-badge.tsx';
import type { BookingDetails } from './trip-queries.ts';

/** Booking reference with its status. (TRIPS-14) */
export function TripReference({ booking }: { booking: BookingDetails }) {
  const reference = getBookingReference(booking);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span>
        Booking reference <strong translate={reference ? 'no' : 'yes'}>{reference ?? 'not yet'}</strong>
      </span>
      {reference && <CopyButton value={reference} label="Copy booking reference" />}
      <StatusBadge booking={booking} />
    </div>
  );
}
