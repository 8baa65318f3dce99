import { describeRefusal, type BookingListItem } from '@fareline/contracts';
import { changeResultIsMailed } from '@fareline/contracts/promises';
import { Alert } from '@fareline/ui-theme/widgets';
import { ContactLink } from './contact-link.tsx';

const underWay = `The airline has not confirmed the cancellation yet. ${changeResultIsMailed}`;

/** Instead of a cancellation of a trip that is not cancelled: why it cannot be, and whom to ask. (TRIPS-12, TRIPS-19) */
export function CancellationNotice({
  booking,
}: {
  booking: Pick<BookingListItem, 'bookingData' | 'cancellability'>;
}) {
  const { bookingData, cancellability } = booking;
  const title = cancellability === 'non_refundable' ? 'Non-Refundable Ticket' : undefined;
  return (
    <Alert title={title}>
      {cancellability === 'cancelled' ? underWay : describeRefusal(cancellability, bookingData)}{' '}
      <ContactLink label="cancel_refused" />
    </Alert>
  );
}
