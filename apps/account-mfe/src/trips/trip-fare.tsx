import { formatFare } from '@fareline/contracts';
import { RemoteFragment, Sentence } from '@fareline/ui-theme';
import { FareRuleLines } from '@fareline/ui-theme/widgets';
import type { BookingDetails } from './trip-queries.ts';

const toMoment = ({ created_at, cancellability }: BookingDetails) => ({ created_at, cancellability });

/** The fare of a booking with its rules. (LIST-04, PROMISE-03) */
export const TripFare = ({ booking }: { booking: BookingDetails }) => (
  <RemoteFragment
    name="search/fare"
    props={{ booking: booking.bookingData, moment: toMoment(booking) }}
    fallback={
      <>
        <p className="empty:hidden">
          <Sentence>{formatFare(booking.bookingData.slices)}</Sentence>
        </p>
        <FareRuleLines sold={booking.bookingData} moment={booking} />
      </>
    }
  />
);
