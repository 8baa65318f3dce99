import { describeCancellation, describeRefusal, findCancellationEnd } from '@fareline/contracts';
import { askedWithin24Hours } from '@fareline/contracts/promises';
import { formatPrice, formatUtc } from '@fareline/presentation/formats';
import { Button, Sentence } from '@fareline/ui-theme';
import { CancellationNotice } from './cancellation-notice.tsx';
import type { BookingDetails } from './trip-queries.ts';

interface TripCancellationProps {
  booking: BookingDetails;
  onCancel: () => void;
}

/** What comes back and a cancel button, or a note why the booking cannot be cancelled. (TRIPS-18, TRIPS-19, REFUND-03, RULE-04) */
export function TripCancellation({ booking, onCancel }: TripCancellationProps) {
  const { bookingData, cancellability } = booking;
  if (describeRefusal(cancellability, bookingData) !== null) return <CancellationNotice booking={booking} />;
  const wait = booking.address_correction?.wait;
  const end = findCancellationEnd(bookingData, booking);
  return (
    <>
      <p>
        <Sentence>{`${describeCancellation(bookingData, booking, formatPrice)}.`}</Sentence>
      </p>
      {end && (
        <p>
          <Sentence>{`These 24 hours end on ${formatUtc(end)}.`}</Sentence>
        </p>
      )}
      <p>{askedWithin24Hours} Nothing is cancelled before you agree.</p>
      {wait ? (
        <p>
          <Sentence>{`Cancelling waits until ${formatUtc(wait.until)}, as said above.`}</Sentence>
        </p>
      ) : (
        <div className="print:hidden">
          <Button variant="secondary" onClick={onCancel}>
            Cancel Flight
          </Button>
        </div>
      )}
    </>
  );
}
