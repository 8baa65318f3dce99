import { formatFare, type BookingData } from '@fareline/contracts';
import { RemoteFragment, Sentence } from '@fareline/ui-theme';
import { FareRuleLines } from '@fareline/ui-theme/widgets';

/** The fare of a booking with its rules. (LIST-04, PROMISE-03) */
export const TripFare = ({ booking }: { booking: BookingData }) => (
  <RemoteFragment
    name="search/fare"
    props={{ booking }}
    fallback={
      <>
        <p className="empty:hidden">
          <Sentence>{formatFare(booking.slices)}</Sentence>
        </p>
        <FareRuleLines sold={booking} />
      </>
    }
  />
);
