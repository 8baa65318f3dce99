import { cancellationRefusals, type Cancellability } from '@fareline/contracts';
import { askedWithin24Hours } from '@fareline/contracts/promises';
import { Button } from '@fareline/ui-theme';
import { CancellationNotice } from './cancellation-notice.tsx';

interface TripCancellationProps {
  cancellability: Cancellability;
  onCancel: () => void;
}

/** Cancel button, or a note why the booking cannot be cancelled. (TRIPS-18, TRIPS-19, REFUND-03) */
export function TripCancellation({ cancellability, onCancel }: TripCancellationProps) {
  if (cancellationRefusals[cancellability] !== null)
    return <CancellationNotice cancellability={cancellability} />;
  return (
    <>
      {cancellability === 'first_24_hours' && (
        <p>You booked less than 24 hours ago, so the airline may refund you whatever the fare.</p>
      )}
      {cancellability === 'as_credit' && (
        <p>The airline gives a credit for a later flight for this ticket, and no money.</p>
      )}
      {cancellability === 'airline_change' && (
        <p>The airline has changed or cancelled your flights, so it may refund you whatever the fare.</p>
      )}
      <p>{askedWithin24Hours} Nothing is cancelled before you agree.</p>
      <div className="print:hidden">
        <Button variant="secondary" onClick={onCancel}>
          Cancel Flight
        </Button>
      </div>
    </>
  );
}
